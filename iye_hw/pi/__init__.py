"""The board's hardware on a Raspberry Pi: its lights, its bus, its pins.

The law of this package: whatever works on a Pi alone is imported when it is opened, and what goes
wrong then is one sentence that says what to do.
"""
