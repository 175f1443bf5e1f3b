"""Reasons to stop a handler."""

from __future__ import annotations

from enum import IntEnum


class Cancellation(IntEnum):
    """The reason why a handler should stop, in ascending order of precedence."""

    SHUTDOWN = 1
    """The worker is stopping: finish within the grace time, or stop."""
    CANCEL_REQUESTED = 2
    """An operator requested it: stop if the handler can do so cleanly."""
    LEASE_LOST = 3
    """The worker has lost the lease: the result of the handler is not reported."""


class Cancelled(Exception):
    """Raised by :meth:`Job.check` to end a handler."""

    def __init__(self, cancellation: Cancellation) -> None:
        super().__init__(f"stopped: {cancellation.name}")
        self.cancellation = cancellation
