"""The club's view: a page with every board at a broker, for whoever looks on.

The law of this room: it reads, and says nothing to any board. What a board shows is believed as far
as the rules bear it out; what it keeps has an end, whoever sends whatever.
"""
