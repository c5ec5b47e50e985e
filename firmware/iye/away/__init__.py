"""One match on two boards, over an MQTT broker: what is said, what both agree on, and the wire.

The law of this room: nobody is trusted. What comes in is checked by this board's own rules, and
changes nothing where it does not fit. docs/away.md explains the protocol and proves that both
boards come to the same.
"""
