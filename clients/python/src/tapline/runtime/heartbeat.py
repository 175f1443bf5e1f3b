"""Sends heartbeats, and applies the lost leases and cancellations from the answers."""

from __future__ import annotations

from typing import Callable

from ..cancellation import Cancellation
from ..errors import ClosedError, TaplineError, WorkerStoppedError
from .crew import Crew, unknown_worker
from .loop import Loop

_LONGEST = 30.0
"""Limits the delay of a cancellation in seconds when the heartbeat TTL is long."""


class Heartbeat(Loop):
    """Sends three heartbeats within the TTL, so that two may be lost."""

    def __init__(self, crew: Crew, ttl: float, when_retired: Callable[[], None], name: str) -> None:
        super().__init__(name + "-heartbeat")
        self._crew = crew
        self._interval = min(ttl / 3, _LONGEST)
        self._when_retired = when_retired

    def run(self) -> None:
        while not self.ended.wait(self._interval):
            try:
                self._beat()
            except ClosedError:
                return
            except WorkerStoppedError as error:
                # Only the heartbeat of a retired worker gets this refusal.
                self._crew.trouble(error)
                self._when_retired()
                return
            except TaplineError as error:
                self._crew.trouble(error)
                if unknown_worker(error):
                    self._register_again()

    def _beat(self) -> None:
        vitals = self._crew.port.heartbeat(self._crew.worker_euid)
        for lease in vitals.lost:
            job = self._crew.job(lease)
            if job is not None:
                self._crew.lost(job)
        for job in self._crew.jobs():
            if job.subject_euid in vitals.cancel_requested:
                job._cancel(Cancellation.CANCEL_REQUESTED)

    def _register_again(self) -> None:
        try:
            self._crew.register()
        except TaplineError as error:
            self._crew.trouble(error)
