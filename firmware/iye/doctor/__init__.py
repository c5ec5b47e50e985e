"""`iye doctor`: looks at everything a board needs, and says of whatever is wrong what to do.

The law of this room: a check looks and changes nothing that lasts; it ends with findings, whatever
it meets, and every finding that is not fine has a remedy.
"""

from iye.doctor.finding import Finding, Outcome

__all__ = ["Finding", "Outcome"]
