"""How long to wait before the next try."""

from __future__ import annotations

import random

_FIRST = 0.1

_LONGEST = 5.0
"""A server that is back is found within this many seconds."""


class Backoff:
    """Twice as long each time, up to a limit, with chance in it so that many clients do not come back together."""

    def __init__(self) -> None:
        self._failures = 0

    def next(self) -> float:
        """The next wait in seconds."""
        most = min(_LONGEST, _FIRST * 2.0 ** min(self._failures, 10))
        self._failures += 1
        return random.uniform(most / 2, most)

    def reset(self) -> None:
        """It went well: the next failure is a first one."""
        self._failures = 0
