"""State that the threads of one worker share: registration, jobs in progress and free slots."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Dict, List, Mapping, Optional

from ..cancellation import Cancellation
from ..errors import NotFoundError, TaplineError
from ..figures import Counter
from ..job import Job
from .port import WorkPort

Trouble = Callable[[TaplineError], None]


class Crew:
    """A slot is free after the handler has returned *and* the server has acknowledged the end of the job."""

    def __init__(self, port: WorkPort, registration: Mapping[str, Any], slots: int, trouble: Trouble) -> None:
        self.port = port
        self.trouble = trouble
        self.counter = Counter()
        self.worker_euid = ""
        self._registration = registration
        self._free = slots
        self._jobs: Dict[str, Job] = {}
        self._changed = threading.Condition()

    def register(self) -> None:
        """Registers at the start, and again when the server does not have the worker."""
        self.worker_euid = self.port.register(self._registration)

    def jobs(self) -> List[Job]:
        with self._changed:
            return list(self._jobs.values())

    def job(self, lease_euid: str) -> Optional[Job]:
        with self._changed:
            return self._jobs.get(lease_euid)

    def take_slots(self, most: int, stopping: threading.Event) -> int:
        """Waits for a free slot and takes all free ones, up to this number; 0 when the worker stops."""
        with self._changed:
            while not self._free and not stopping.is_set():
                self._changed.wait()
            taken = 0 if stopping.is_set() else min(self._free, most)
            self._free -= taken
            return taken

    def take_free_slot(self) -> bool:
        with self._changed:
            taken = self._free > 0
            self._free -= taken
            return taken

    def free_slots(self, count: int) -> None:
        with self._changed:
            self._free += count
            self._changed.notify_all()

    def wake(self) -> None:
        """Wakes the waiting threads to check their conditions again."""
        with self._changed:
            self._changed.notify_all()

    def begin(self, job: Job) -> None:
        with self._changed:
            self._jobs[job.lease_euid] = job
        self.counter.count("claimed")

    def lease_over(self, job: Job) -> None:
        """The server has ended the lease."""
        if job._end():
            self._drop(job)

    def lost(self, job: Job) -> None:
        """Another worker has the job or may claim it: its outcome is not reported, and its handler is notified."""
        if job._cancel(Cancellation.LEASE_LOST):
            self.counter.count("lost")
            self._drop(job)

    def handler_returned(self, job: Job) -> None:
        self._free_when_both(job)

    def wait_for_none(self, seconds: Optional[float], hurry: threading.Event) -> bool:
        """Waits until no lease is held; False on timeout, or when ``hurry`` is set."""
        until = None if seconds is None else time.monotonic() + seconds
        with self._changed:
            while self._jobs:
                left = None if until is None else until - time.monotonic()
                if hurry.is_set() or (left is not None and left <= 0):
                    return False
                self._changed.wait(left)
            return True

    def _drop(self, job: Job) -> None:
        with self._changed:
            self._jobs.pop(job.lease_euid, None)
            self._changed.notify_all()
        self._free_when_both(job)

    def _free_when_both(self, job: Job) -> None:
        if job._one_of_two_ends() and not job._place_left:
            self.free_slots(1)


def unknown_worker(error: TaplineError) -> bool:
    """Whether the server does not have the worker: its database was restored or replaced."""
    return isinstance(error, NotFoundError) and (error.field or "").endswith("worker_euid")
