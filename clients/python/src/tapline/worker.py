"""Configuration of a worker."""

from __future__ import annotations

import os
import queue
import signal
import socket
import threading
import uuid
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, Type, Union

from .client import Client
from .errors import TaplineError
from .failures import ErrorClass
from .figures import Figures
from .job import Job
from .running_worker import RunningWorker
from .runtime.handlers import Handler
from .runtime.trouble import TroubleLog
from .version import __version__

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import WorkerOptions

_MOST_CONCURRENT = 100_000
"""The server's limit of leases per worker."""


class Worker:
    """A worker for these queues; without any, for all that its capabilities admit, by dispatch priority.

    Add handlers with :meth:`handle`, then call :meth:`run`, or :meth:`start` to run it in the background. Several
    queues are served by dispatch priority.
    """

    def __init__(
        self,
        *queues: str,
        name: Optional[str] = None,
        client: Optional[Client] = None,
        concurrency: int = 1,
        grace: float = 30.0,
        heartbeat_ttl: int = 60,
        capabilities: Sequence[str] = (),
        sites: Sequence[str] = (),
        platforms: Sequence[str] = (),
        assays: Sequence[str] = (),
        worker_type: str = "SERVICE",
        build_version: Optional[str] = None,
        stop_after: Optional[int] = None,
        until_idle: bool = False,
        error_classes: Optional[Mapping[Type[BaseException], ErrorClass]] = None,
        on_trouble: Optional[Callable[[TaplineError], None]] = None,
    ) -> None:
        """
        :param name: display name; the name of the first queue by default
        :param client: the client; created from the environment by default
        :param concurrency: maximum number of handlers that run at once, each on its own thread
        :param grace: seconds for handlers to finish after the worker begins to stop
        :param heartbeat_ttl: seconds without a heartbeat after which the worker counts as OFFLINE
        :param capabilities: capabilities of the worker, which queues may require
        :param sites: sites that the worker serves, ``platforms`` and ``assays`` likewise; without any it serves all
        :param worker_type: the worker type
        :param build_version: the version of the worker's software, for display
        :param stop_after: stop after this number of jobs
        :param until_idle: stop when no job is ready
        :param error_classes: error classes by exception type; subtypes are included
        :param on_trouble: receives every problem between the worker and the server; logged by default
        """
        if not 1 <= concurrency <= _MOST_CONCURRENT:
            raise ValueError(f"concurrency {concurrency} is not between 1 and {_MOST_CONCURRENT}")
        if grace < 0:
            raise ValueError("grace must not be negative")
        if not 1 <= heartbeat_ttl <= 86_400:
            raise ValueError("heartbeat_ttl must be from a second to a day")
        if stop_after is not None and stop_after < 1:
            raise ValueError("stop_after must be at least one job")
        self.queues = queues
        self.name = name or (queues[0] if queues else "worker")
        if len(self.name) > 100:
            raise ValueError("a worker needs a name of 1 to 100 characters")
        self.concurrency = concurrency
        self.grace = grace
        self.heartbeat_ttl = heartbeat_ttl
        self.stop_after = stop_after
        self.until_idle = until_idle
        self._client = client
        self._about: Dict[str, Any] = {
            "worker_type": worker_type,
            "capabilities": list(capabilities),
            "site_scope": list(sites),
            "platform_scope": list(platforms),
            "assay_scope": list(assays),
            "build_version": build_version or f"tapline-python/{__version__}",
        }
        self._by_action: Dict[str, Handler] = {}
        self._for_all: Optional[Handler] = None
        self._error_classes = dict(error_classes or {})
        self._trouble: Callable[[TaplineError], None] = on_trouble or TroubleLog()

    def handle(self, action: Optional[str] = None) -> Callable[[Handler], Handler]:
        """A decorator for the handler of this action; without an action, of all other jobs.

        The function gets a :class:`Job` and returns a result that serializes to JSON. It may be ``async``.
        """

        def keep(handler: Handler) -> Handler:
            if action is None and self._for_all is not None:
                raise ValueError("the worker has a handler for all actions already")
            if action is None:
                self._for_all = handler
            elif action in self._by_action:
                raise ValueError(f"action {action} has a handler already; give each action one")
            else:
                self._by_action[action] = handler
            return handler

        return keep

    def __call__(self, job: Job) -> Any:
        """Calls the decorated function."""
        if self._for_all is None:
            raise TypeError("this worker has handlers for single actions only")
        return self._for_all(job)

    def start(self) -> RunningWorker:
        """Registers the worker and starts it in the background.

        Raises if the server is unreachable or a queue does not exist.
        """
        if self._for_all is None and not self._by_action:
            raise ValueError("the worker has no handler; add one with handle()")
        if self._client is not None:
            return RunningWorker(self, self._client, lambda: None)
        client = Client()
        try:
            return RunningWorker(self, client, client.close)
        except BaseException:
            client.close()
            raise

    def run(self) -> Figures:
        """Works until SIGTERM or SIGINT (Ctrl-C), or until a stop condition holds. Call it on the main thread.

        At the first signal the worker claims nothing more and lets handlers finish within the grace time; at the
        second it releases the other jobs at once.
        """
        # The put() of a SimpleQueue may interrupt itself, as in a signal handler; the set() of an Event may not.
        events: "queue.SimpleQueue[str]" = queue.SimpleQueue()
        before = _listen(lambda: events.put("signal"))
        try:
            running = self.start()
            _in_background(lambda: events.put("stopped") if running.wait() else None)
            signals = 0
            while _next(events) != "stopped":
                signals += 1
                if signals == 1:
                    _in_background(running.stop)
                else:
                    running.hurry()
            return running.figures
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _registration(self) -> Dict[str, Any]:
        """Each start has its own key, so that a restart does not hide the leases that the previous process left."""
        start = str(uuid.uuid4())
        return {
            **self._about,
            "worker_key": f"{self.name}-{start[:8]}",
            "display_name": self.name,
            "max_concurrent_leases": self.concurrency,
            "heartbeat_ttl_seconds": self.heartbeat_ttl,
            "host": socket.gethostname()[:200],
            "process_identity": f"{os.getpid()}-{start}",
        }


def worker(
    *queues: str, action: Optional[str] = None, **options: "Unpack[WorkerOptions]"
) -> Callable[[Handler], Worker]:
    """Makes the decorated function a worker that serves these queues::

        @worker("extraction", concurrency=4)
        def extract(job):
            return {"volume": measure(job.properties["sample"])}

        extract.run()

    ``action``: handle only jobs with this action; the options are those of :class:`Worker`. The function gets a
    :class:`Job`, returns its result, and may be ``async``.
    """
    if len(queues) == 1 and callable(queues[0]):
        raise TypeError("the decorator needs parentheses: @worker() or @worker('queue')")

    def make(handler: Handler) -> Worker:
        named: WorkerOptions = {"name": getattr(handler, "__name__", None), **options}
        made = Worker(*queues, **named)
        made.handle(action)(handler)
        made.__doc__ = handler.__doc__
        return made

    return make


_Previous = Union[Callable[..., Any], int, signal.Handlers, None]


def _listen(notify: Callable[[], None]) -> Dict[int, _Previous]:
    """Returns the previous signal handlers. Only the main thread may set them; on other threads signals are ignored."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {number: signal.signal(number, lambda *_: notify()) for number in (signal.SIGTERM, signal.SIGINT)}


def _next(events: "queue.SimpleQueue[str]") -> str:
    while True:
        try:
            # With a timeout, because on Windows a wait without one delays signals until it ends.
            return events.get(timeout=1.0)
        except queue.Empty:
            continue


def _in_background(work: Callable[[], object]) -> None:
    threading.Thread(target=work, name="tapline-run", daemon=True).start()
