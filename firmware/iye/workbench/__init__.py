"""At the workbench: calibrating the board, and testing its pads, with a person's hands.

The law of this room: it asks for one thing at a time, in words and in light, and waits no longer
than a person would.
"""
