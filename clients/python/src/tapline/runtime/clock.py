"""The database's clock, as far as its last answer told."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Optional, Tuple


class DatabaseClock:
    """Times that the server judges have to be its own, whatever the clock of this machine says."""

    def __init__(self) -> None:
        self._last: Optional[Tuple[datetime, float]] = None

    def learn(self, text: Optional[str]) -> None:
        """An answer that has just come was written at this time."""
        if text is None:
            return
        try:
            # Python 3.9 reads no Z, and seconds with 3 or 6 digits only; whole seconds are exact enough here.
            self._last = (datetime.fromisoformat(text[:19] + "+00:00"), time.monotonic())
        except ValueError:
            self._last = None

    def forget(self) -> None:
        """It has been set since, so nothing is known until the next answer."""
        self._last = None

    def after(self, seconds: float) -> Optional[str]:
        """So long from now, as a text; None as long as nothing is known."""
        last = self._last
        if last is None:
            return None
        told, at = last
        # One second more, for the fraction that was cut off.
        when = told + timedelta(seconds=time.monotonic() - at + seconds + 1)
        return when.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
