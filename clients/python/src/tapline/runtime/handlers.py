"""Runs the handler of a job and converts its result or exception to an outcome."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Callable, Coroutine, Dict, Mapping, Optional, Type

from ..cancellation import Cancellation, Cancelled
from ..errors import TaplineError
from ..failures import ErrorClass, JobError, Release
from ..job import Job
from ..outcome import Completed, Failed, Outcome, Performed, Released
from ..transport import encode
from .text import is_code, plain

Handler = Callable[[Job], Any]

_MESSAGE = 4_000
"""The server's limit for a message."""

ERROR_CLASSES: Dict[Type[BaseException], ErrorClass] = {
    OSError: ErrorClass.TRANSIENT_DEPENDENCY,
    asyncio.TimeoutError: ErrorClass.TRANSIENT_DEPENDENCY,
    TaplineError: ErrorClass.TRANSIENT_DEPENDENCY,
    MemoryError: ErrorClass.TRANSIENT_CAPACITY,
}
"""The nearest type counts. Unlisted exceptions are TRANSIENT_SYSTEM. All of these are retried until the attempts are used
up: an exception says nothing about the next attempt, which another version of the worker may execute."""


class Handlers:
    """Handlers by action, and one for the other actions."""

    def __init__(
        self,
        by_action: Mapping[str, Handler],
        for_all: Optional[Handler],
        error_classes: Mapping[Type[BaseException], ErrorClass],
    ) -> None:
        self._by_action = dict(by_action)
        self._for_all = for_all
        self._error_classes = {**ERROR_CLASSES, **error_classes}

    def run(self, job: Job) -> Outcome:
        """Never raises: one faulty job must not stop the worker for other jobs."""
        handler = self._by_action.get(job.action or "", self._for_all)
        if handler is None:
            detail = f"this worker has no handler for action {job.action}; it has {sorted(self._by_action)}"
            return Failed(ErrorClass.TRANSIENT_CAPACITY, "NO_HANDLER", plain(detail, _MESSAGE))
        try:
            if job._gone:
                # The lease was lost before the handler began.
                raise Cancelled(Cancellation.LEASE_LOST)
            result = handler(job)
            if inspect.iscoroutine(result):
                result = asyncio.run(_awaited(job, result))
            return _sendable(result)
        except BaseException as error:
            return self._ended(job, error)

    def _ended(self, job: Job, error: BaseException) -> Outcome:
        if isinstance(error, (Cancelled, asyncio.CancelledError)):
            if job.cancellation is Cancellation.SHUTDOWN:
                return Released("the worker is stopping")
            if job.cancellation is Cancellation.CANCEL_REQUESTED:
                return Failed(ErrorClass.OPERATOR_CANCELED, "CANCELLED", "stopped as asked")
        if isinstance(error, Release):
            return Released(plain(error.reason, _MESSAGE) or "the handler released the job")
        if isinstance(error, JobError):
            return _coded(error.error_class, error.code, str(error), error.result)
        return _coded(self._class_of(error), type(error).__name__, str(error) or repr(error), None)

    def _class_of(self, error: BaseException) -> ErrorClass:
        for kind in type(error).__mro__:
            known = self._error_classes.get(kind)
            if known is not None:
                return known
        return ErrorClass.TRANSIENT_SYSTEM


async def _awaited(job: Job, work: "Coroutine[Any, Any, Any]") -> Any:
    """Runs the handler in its own event loop, where a lost lease cancels it."""
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    job._interruptible(lambda: _cancel(loop, task))
    try:
        return await task
    finally:
        job._interruptible(None)


def _cancel(loop: asyncio.AbstractEventLoop, task: "asyncio.Task[Any]") -> None:
    try:
        loop.call_soon_threadsafe(task.cancel)
    except RuntimeError:
        # The loop and the handler have ended in the meantime.
        pass


def _sendable(result: Any) -> Outcome:
    outcome = result if isinstance(result, (Completed, Performed, Failed, Released)) else Completed(result)
    what = outcome.fields if isinstance(outcome, Performed) else getattr(outcome, "result", None)
    try:
        encode(what)
    except (TypeError, ValueError, RecursionError) as error:
        return Failed(
            ErrorClass.TRANSIENT_SYSTEM, "RESULT_NOT_JSON", plain(f"the result is no JSON: {error}", _MESSAGE)
        )
    return outcome


def _coded(error_class: ErrorClass, code: Optional[str], message: str, result: Any) -> Failed:
    if code is not None and not is_code(code):
        message, code = f"{code}: {message}", None
    try:
        encode(result)
    except (TypeError, ValueError, RecursionError):
        result = plain(repr(result), _MESSAGE)
    return Failed(error_class, code, plain(message, _MESSAGE), result)
