"""A running worker."""

from __future__ import annotations

import logging
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Callable, List, Optional, Type

from .cancellation import Cancellation
from .client import Client
from .errors import TaplineError
from .figures import Figures
from .job import Job
from .outcome import Released
from .runtime.claimer import Claimer
from .runtime.crew import Crew
from .runtime.handlers import Handlers
from .runtime.heartbeat import Heartbeat
from .runtime.port import BATCH, WorkPort
from .runtime.progress import ProgressSender
from .runtime.renewer import Renewer
from .runtime.reporter import Reporter

if TYPE_CHECKING:
    from .worker import Worker

_LOG = logging.getLogger("tapline")

_RELEASE_SECONDS = 5.0
"""Time limit in seconds for releasing unfinished jobs after the grace time."""

_CANCEL_SECONDS = 15.0
"""Time limit in seconds for the end of a cancelled claim, whose connection may still be opening."""


class RunningWorker:
    """Claims jobs for the free slots, runs handlers, renews leases, reports outcomes, and recovers when the server
    was unavailable. :meth:`stop` lets handlers finish within the grace time and releases the other jobs.
    """

    def __init__(self, worker: "Worker", client: Client, when_stopped: Callable[[], None]) -> None:
        self._worker = worker
        self._client = client
        self._when_stopped = when_stopped
        claims = client.connections.another()
        registration = worker._registration()
        name = str(registration["worker_key"])
        port = WorkPort(client.transport, claims)
        for queue in worker.queues:
            port.require_queue(queue)
        self._crew = Crew(port, registration, worker.concurrency, worker._trouble)
        self._crew.register()
        self._handlers = Handlers(worker._by_action, worker._for_all, worker._error_classes)
        self._renewer = Renewer(self._crew, name)
        self._heartbeat = Heartbeat(self._crew, worker.heartbeat_ttl, self._stop_later, name)
        self._progress = ProgressSender(self._crew, name)
        self._claimer = Claimer(
            self._crew,
            claims,
            worker.queues,
            self._run,
            self._progress.submit,
            name,
            worker.stop_after,
            worker.until_idle,
            self._stop_when_done,
        )
        self._reporter = Reporter(self._crew, self._claimer, name)
        self._once = threading.Lock()
        self._hurry = threading.Event()
        self._stopped = threading.Event()
        for loop in (self._renewer, self._heartbeat, self._reporter, self._progress, self._claimer):
            loop.start()

    @property
    def euid(self) -> str:
        return self._crew.worker_euid

    @property
    def figures(self) -> Figures:
        """Counts since the start."""
        return self._crew.counter.figures()

    @property
    def in_flight(self) -> int:
        """Number of jobs that the worker holds now."""
        return len(self._crew.jobs())

    def wait(self, seconds: Optional[float] = None) -> bool:
        """Waits until the worker has stopped, for any reason; False on timeout."""
        return self._stopped.wait(seconds)

    def stop(self, grace: Optional[float] = None) -> None:
        """Claims nothing more, notifies the handlers, lets them finish within the grace time, and releases the other
        jobs, which costs no attempt. Returns after all of this.
        """
        if not self._once.acquire(blocking=False):
            self._stopped.wait()
            return
        try:
            self._drain(self._worker.grace if grace is None else grace)
        finally:
            for loop in (self._heartbeat, self._progress, self._reporter, self._renewer):
                loop.end()
            self._stopped.set()
            self._when_stopped()

    def hurry(self) -> None:
        """Ends the grace time of a stop in progress."""
        self._hurry.set()
        self._crew.wake()

    def _run(self, job: Job) -> None:
        self._renewer.wake()
        threading.Thread(target=self._handle, args=(job,), name=job.lease_euid, daemon=True).start()

    def _handle(self, job: Job) -> None:
        try:
            self._reporter.report(job, self._handlers.run(job))
        finally:
            self._crew.handler_returned(job)

    def _drain(self, grace: float) -> None:
        self._claimer.end()
        self._claimer.join(_CANCEL_SECONDS)
        for job in self._crew.jobs():
            job._cancel(Cancellation.SHUTDOWN)
        if not self._crew.wait_for_none(grace, self._hurry):
            self._give_back(self._crew.jobs())
        self._release_unread()

    def _give_back(self, rest: List[Job]) -> None:
        _LOG.info("%d jobs did not finish within the grace time and are released", len(rest))
        for job in rest:
            self._reporter.report(job, Released("the worker is stopping"))
            job._interrupt_handler()
        self._crew.wait_for_none(_RELEASE_SECONDS, threading.Event())

    def _release_unread(self) -> None:
        """Sends the last heartbeat, which sets the worker offline, and releases leases from cancelled claims: such a
        claim may have been granted although its answer was not read.
        """
        self._heartbeat.end()
        try:
            live = self._crew.port.leave(self.euid).live
            unread = [(lease, "the worker is stopping") for lease in live if self._crew.job(lease) is None]
            for start in range(0, len(unread), BATCH):
                self._crew.port.release(self.euid, unread[start : start + BATCH])
        except TaplineError as error:
            # The leases lapse.
            self._worker._trouble(error)

    def _stop_later(self) -> None:
        threading.Thread(target=self.stop, name="tapline-stop", daemon=True).start()

    def _stop_when_done(self) -> None:
        """Stops after the present jobs have ended, without a time limit."""

        def stop() -> None:
            self._crew.wait_for_none(None, threading.Event())
            self.stop()

        threading.Thread(target=stop, name="tapline-stop", daemon=True).start()

    def __enter__(self) -> "RunningWorker":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.stop()
