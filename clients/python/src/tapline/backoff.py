"""Exponential back-off."""

from __future__ import annotations

import random

_FIRST = 0.1

_LONGEST = 5.0
"""Limits the time in seconds until a recovered server is contacted again."""


class Backoff:
    """The delay doubles after each failure up to a limit, with jitter so that many clients do not retry together."""

    def __init__(self) -> None:
        self._failures = 0

    def next(self) -> float:
        """Counts a failure and returns the delay in seconds before the next try."""
        most = min(_LONGEST, _FIRST * 2.0 ** min(self._failures, 10))
        self._failures += 1
        return random.uniform(most / 2, most)

    def reset(self) -> None:
        """Restarts the back-off after a success."""
        self._failures = 0
