"""Why a handler is asked to stop."""

from __future__ import annotations

from enum import IntEnum


class Cancellation(IntEnum):
    """What comes later in this list weighs more."""

    SHUTDOWN = 1
    """The worker is stopping: finish within the grace time, or stop."""
    CANCEL_REQUESTED = 2
    """An operator asks for it: stop if that can be done cleanly."""
    LEASE_LOST = 3
    """The work is no longer this worker's: whatever comes of it will not be reported."""


class Cancelled(Exception):
    """Raised by :meth:`Job.check`, for a handler to end with."""

    def __init__(self, cancellation: Cancellation) -> None:
        super().__init__(f"stopped: {cancellation.name}")
        self.cancellation = cancellation
