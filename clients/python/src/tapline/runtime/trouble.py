"""Logs problems between a worker and its server."""

from __future__ import annotations

import logging
import threading
import time

from ..errors import TaplineError

_LOG = logging.getLogger("tapline")

_QUIET = 60.0


class TroubleLog:
    """Warns if the code differs from the previous one or after a minute, so an outage gives one line per minute."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = ""
        self._last_at = 0.0

    def __call__(self, error: TaplineError) -> None:
        now = time.monotonic()
        with self._lock:
            quiet = error.code == self._last and now - self._last_at < _QUIET
            if not quiet:
                self._last, self._last_at = error.code, now
        _LOG.log(logging.DEBUG if quiet else logging.WARNING, "%s", error)
