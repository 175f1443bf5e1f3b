"""Renews all leases and detects lapsed ones."""

from __future__ import annotations

import threading
import time
from typing import List

from ..backoff import Backoff
from ..cancellation import Cancellation
from ..errors import ClosedError, TaplineError
from ..job import Job
from .crew import Crew
from .loop import Loop
from .port import BATCH, Verdict
from .refusal import means_lost

_LOOK = 1.0
"""Check interval in seconds while no renewal is due; limits the delay of detecting a lapse."""


class Renewer(Loop):
    """Renews all due leases in one call."""

    def __init__(self, crew: Crew, name: str) -> None:
        super().__init__(name + "-renewer")
        self._crew = crew
        self._backoff = Backoff()
        self._woken = threading.Event()

    def wake(self) -> None:
        """Wakes the thread for a new lease, which may be due before the others."""
        self._woken.set()

    def end(self) -> None:
        super().end()
        self.wake()

    def run(self) -> None:
        while not self.ended.is_set():
            self._woken.clear()
            now = time.monotonic()
            pause = _LOOK
            due: List[Job] = []
            for job in self._crew.jobs():
                if job._lapsed(now):
                    self._crew.lost(job)
                elif job._renewal_due <= now:
                    due.append(job)
                else:
                    pause = min(pause, job._renewal_due - now)
            if not due:
                self._woken.wait(pause)
            elif not self._renew(due):
                # A fraction of the shortest lease limits the back-off, so that retries happen before the lease
                # lapses.
                shortest = min(job._lease.ttl for job in due)
                self.ended.wait(min(self._backoff.next(), shortest / 10))

    def _renew(self, due: List[Job]) -> bool:
        parts = [due[start : start + BATCH] for start in range(0, len(due), BATCH)]
        went_well = all([self._renew_part(part) for part in parts])
        if went_well:
            self._backoff.reset()
        return went_well

    def _renew_part(self, part: List[Job]) -> bool:
        """False when a renewal must be retried soon."""
        sent_at = time.monotonic()
        try:
            verdicts = self._crew.port.renew(self._crew.worker_euid, [job._lease for job in part])
        except ClosedError:
            self.end()
            return True
        except TaplineError as error:
            self._crew.trouble(error)
            return False
        return all([self._apply(job, verdict, sent_at) for job, verdict in zip(part, verdicts)])

    def _apply(self, job: Job, verdict: Verdict, sent_at: float) -> bool:
        if verdict.problem is None:
            job._renewed(sent_at)
            if verdict.cancel_requested:
                job._cancel(Cancellation.CANCEL_REQUESTED)
            return True
        if means_lost(verdict.problem):
            self._crew.lost(job)
            return True
        self._crew.trouble(verdict.problem)
        return False
