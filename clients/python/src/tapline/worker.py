"""What a worker serves, with which handlers, and how it behaves."""

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
"""The server lets no worker hold more leases than this."""


class Worker:
    """A worker that serves some queues; without any, all that its capabilities admit, the most urgent first.

    Give it handlers with :meth:`handle`, then :meth:`run` it, or :meth:`start` it beside something else. With one queue,
    or none, an idle worker has new work at once; with several each is looked at about once a second.
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
        :param name: what people know it by; the first queue's name if none is given
        :param client: the server; made from the environment if none is given
        :param concurrency: how many handlers run at once, each on a thread of its own
        :param grace: how many seconds handlers may go on once the worker is stopping
        :param heartbeat_ttl: silent for more seconds, it counts as OFFLINE
        :param capabilities: what it can do and queues may ask for
        :param sites: sites it serves, and ``platforms`` and ``assays`` likewise; without any it serves all
        :param worker_type: the server's word for what it is
        :param build_version: of its software, for people
        :param stop_after: stops by itself after so many pieces of work
        :param until_idle: stops by itself when there is no more work
        :param error_classes: which class failures of a type, and of types below it, are of
        :param on_trouble: hears of everything that goes wrong between it and the server; logged otherwise
        """
        if not 1 <= concurrency <= _MOST_CONCURRENT:
            raise ValueError(f"concurrency {concurrency} is not between 1 and {_MOST_CONCURRENT}")
        if grace < 0:
            raise ValueError("grace is negative")
        if not 1 <= heartbeat_ttl <= 86_400:
            raise ValueError("heartbeat_ttl must be from a second to a day")
        if stop_after is not None and stop_after < 1:
            raise ValueError("stop_after needs at least one piece of work")
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
        """A decorator for the function that does the work with this action; without one, all other work.

        The function gets a :class:`Job` and returns the result, anything that becomes JSON. It may be ``async``.
        """

        def keep(handler: Handler) -> Handler:
            if action is None and self._for_all is not None:
                raise ValueError("there is a handler for all actions already")
            if action is None:
                self._for_all = handler
            elif action in self._by_action:
                raise ValueError(f"action {action} has a handler already; give each action one")
            else:
                self._by_action[action] = handler
            return handler

        return keep

    def __call__(self, job: Job) -> Any:
        """The decorated function, as if it had not been decorated."""
        if self._for_all is None:
            raise TypeError("this worker has handlers for single actions only")
        return self._for_all(job)

    def start(self) -> RunningWorker:
        """Makes itself known and begins, in the background. Raises when the server or a queue is not there."""
        if self._for_all is None and not self._by_action:
            raise ValueError("a worker without a handler; give it one with handle()")
        if self._client is not None:
            return RunningWorker(self, self._client, lambda: None)
        client = Client()
        try:
            return RunningWorker(self, client, client.close)
        except BaseException:
            client.close()
            raise

    def run(self) -> Figures:
        """Works until SIGTERM or SIGINT (Ctrl-C), or until it stops by itself. Call it on the main thread.

        At the first signal it asks for nothing more and lets handlers finish within the grace time; at the second what is
        left is given back at once.
        """
        # Its put() may interrupt itself, as a signal does; an Event's set() may not.
        told: "queue.SimpleQueue[str]" = queue.SimpleQueue()
        before = _listen(lambda: told.put("signal"))
        try:
            running = self.start()
            _in_background(lambda: told.put("stopped") if running.wait() else None)
            signals = 0
            while _next(told) != "stopped":
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
        """A key of its own for every start: a name that comes again must not hide what was orphaned."""
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

    ``action``: only work with this action; options are those of :class:`Worker`. The function gets a :class:`Job`,
    returns its result, and may be ``async``.
    """
    if len(queues) == 1 and callable(queues[0]):
        raise TypeError("write @worker() or @worker('queue'), with brackets")

    def make(handler: Handler) -> Worker:
        named: WorkerOptions = {"name": getattr(handler, "__name__", None), **options}
        made = Worker(*queues, **named)
        made.handle(action)(handler)
        made.__doc__ = handler.__doc__
        return made

    return make


_Previous = Union[Callable[..., Any], int, signal.Handlers, None]


def _listen(tell: Callable[[], None]) -> Dict[int, _Previous]:
    """Which handlers the signals had before. Only a main thread may set them; elsewhere none is heard."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {number: signal.signal(number, lambda *_: tell()) for number in (signal.SIGTERM, signal.SIGINT)}


def _next(told: "queue.SimpleQueue[str]") -> str:
    while True:
        try:
            # With a time, for Windows, where a signal waits until a wait without one ends.
            return told.get(timeout=1.0)
        except queue.Empty:
            continue


def _in_background(work: Callable[[], object]) -> None:
    threading.Thread(target=work, name="tapline-run", daemon=True).start()
