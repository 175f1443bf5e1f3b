"""Estimate of the database's clock, from the server's last answer."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Optional, Tuple


class DatabaseClock:
    """The server compares deadlines with the database's clock, and the clock of this machine may differ."""

    def __init__(self) -> None:
        self._last: Optional[Tuple[datetime, float]] = None

    def learn(self, text: Optional[str]) -> None:
        """Stores the time of an answer that has just arrived; an unreadable time discards the estimate."""
        if text is None:
            return
        try:
            # Python 3.10 parses no Z, and fractions of 3 or 6 digits only; whole seconds are exact enough here.
            self._last = (datetime.fromisoformat(text[:19] + "+00:00"), time.monotonic())
        except ValueError:
            self._last = None

    def forget(self) -> None:
        """Discards the estimate, because the database's clock was changed."""
        self._last = None

    def after(self, seconds: float) -> Optional[str]:
        """The estimated time after this many seconds, as a text; None without an estimate."""
        last = self._last
        if last is None:
            return None
        read, at = last
        # One second more, for the truncated fraction.
        when = read + timedelta(seconds=time.monotonic() - at + seconds + 1)
        return when.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
