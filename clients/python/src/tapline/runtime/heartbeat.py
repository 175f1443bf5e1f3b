"""Shows that the worker is alive, and hears which leases it lost and what it is to stop."""

from __future__ import annotations

from typing import Callable

from ..cancellation import Cancellation
from ..errors import ClosedError, TaplineError, WorkerStoppedError
from .crew import Crew, unknown_worker
from .loop import Loop

_LONGEST = 30.0
"""However patient the server is, a cancellation is heard within this many seconds."""


class Heartbeat(Loop):
    """Beats three times in the time after which the worker counts as gone, so that two may be lost."""

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
                # A heartbeat is refused only to a worker that was retired for good.
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
