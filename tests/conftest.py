"""What every test shares: chance that is the same in every run, and no stopwatch on examples."""

from __future__ import annotations

from hypothesis import settings

# A board's processor is some ten times slower than a desk's: a deadline would fail by weather.
settings.register_profile("same every time", deadline=None, derandomize=True)
settings.load_profile("same every time")
