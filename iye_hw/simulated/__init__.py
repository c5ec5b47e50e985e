"""The board's chips, simulated at the register and at the wire.

The law of this room: it simulates hardware, never our drivers. It knows data sheets, volts and
picofarads; the same driver code runs on it and on the real board.
"""
