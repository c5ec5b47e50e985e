"""The companion page: what it is told, what it may ask for, and who may ask.

The law of this room: the page shows the table and hands wishes to it; it decides no rule, and no
page, however slow or rude, holds up a light.
"""
