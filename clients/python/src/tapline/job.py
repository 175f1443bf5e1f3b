"""A claimed job, as passed to its handler."""

from __future__ import annotations

import logging
import threading
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, List, Optional, Type, TypeVar

from .cancellation import Cancellation, Cancelled
from .payload import decode
from .runtime.claim import Claim, Note

T = TypeVar("T")

_LOG = logging.getLogger("tapline")


class Job:
    """Data, lease, progress and cancellation of a job. The runtime creates the instances."""

    def __init__(self, claim: Claim, leased_from: float, note: Callable[[Note], None]) -> None:
        """``leased_from``: start of the lease term, by ``time.monotonic``."""
        self._claim = claim
        self._leased_from = leased_from
        self._note = note
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._listeners: List[Callable[[Cancellation], None]] = []
        self._cancellation: Optional[Cancellation] = None
        self._interrupt: Optional[Callable[[], None]] = None
        self._over = False
        self._settled = False
        self._place_left = False
        self._ends = 0

    # Data

    @property
    def subject_euid(self) -> str:
        return self._claim.subject_euid

    @property
    def queue(self) -> str:
        return self._claim.queue_key

    @property
    def action(self) -> Optional[str]:
        """The action of the job in its queue."""
        return self._claim.action_key

    @property
    def properties(self) -> Dict[str, Any]:
        """The data of the job."""
        return self._claim.properties

    def decode(self, kind: Type[T]) -> T:
        """The data of the job as a dataclass, a TypedDict or a pydantic model.

        Raises a :class:`PayloadError`, whose message begins with the path, when the data does not match the type.
        """
        return decode(self._claim.properties, kind)

    @property
    def attempt(self) -> int:
        """Number of the attempt, from 1."""
        return self._claim.attempt_number

    @property
    def fencing_token(self) -> int:
        """Rises with every claim. Pass it to the storage that the handler writes to, which can refuse a lower one."""
        return self._claim.fencing_token

    @property
    def lease_euid(self) -> str:
        return self._claim.lease_euid

    @property
    def record_euid(self) -> str:
        """The record of this attempt."""
        return self._claim.record_euid

    @property
    def correlation_id(self) -> Optional[str]:
        """The correlation id of the job, to be passed to called services."""
        return self._claim.correlation_id

    @property
    def trace_id(self) -> Optional[str]:
        """The trace in which the job was enqueued."""
        return self._claim.trace_id

    @property
    def traceparent(self) -> Optional[str]:
        """The W3C header ``traceparent`` for called services, with this attempt as the parent."""
        return None if self.trace_id is None else f"00-{self.trace_id}-{self.fencing_token:016x}-01"

    @property
    def deadline(self) -> datetime:
        """End of the lease by this machine's clock; each renewal moves it."""
        left = self._leased_from + self._claim.ttl - time.monotonic()
        return datetime.now(timezone.utc) + timedelta(seconds=left)

    # Progress

    def progress(self, fraction: Optional[float] = None, message: Optional[str] = None) -> None:
        """Publishes the progress of the job; sent in the background, only the newest value, at most once a second."""
        if fraction is None and message is None:
            raise ValueError("progress needs a fraction, a message, or both")
        if fraction is not None and not 0 <= fraction <= 1:
            raise ValueError(f"{fraction} is not a fraction from 0 to 1")
        self._note(Note(self._claim, fraction, message))

    # Cancellation

    @property
    def cancelled(self) -> bool:
        """Whether there is a reason to stop."""
        return self._cancellation is not None

    @property
    def cancellation(self) -> Optional[Cancellation]:
        """The reason to stop with the highest precedence, or None."""
        return self._cancellation

    def check(self) -> None:
        """Raises :class:`Cancelled` if there is a reason to stop; for handlers that poll."""
        why = self._cancellation
        if why is not None:
            raise Cancelled(why)

    def wait(self, seconds: Optional[float] = None) -> bool:
        """Sleeps until there is a reason to stop; True if there is one. Use it instead of ``time.sleep``."""
        return self._stop.wait(seconds)

    def on_cancel(self, listener: Callable[[Cancellation], None]) -> None:
        """Calls the listener for every reason to stop, including one that exists already.

        A lost lease is reported even after the handler has returned, if the server refuses the late result.
        """
        with self._lock:
            self._listeners.append(listener)
            already = self._cancellation
        if already is not None:
            listener(already)

    # For the runtime

    @property
    def _lease(self) -> Claim:
        return self._claim

    def _cancel(self, why: Cancellation) -> bool:
        """Records a reason and notifies the listeners. False unless the reason outranks the recorded one."""
        with self._lock:
            if self._over or (self._cancellation is not None and self._cancellation >= why):
                return False
            self._cancellation = why
            notified = list(self._listeners)
            if why is Cancellation.LEASE_LOST:
                # Set before the handler can return, so that its result is not reported.
                self._over = True
        self._stop.set()
        if why is Cancellation.LEASE_LOST:
            self._interrupt_handler()
        for listener in notified:
            try:
                listener(why)
            except Exception:
                _LOG.exception("a listener of %s failed", self.subject_euid)
        return True

    def _interruptible(self, interrupt: Optional[Callable[[], None]]) -> None:
        """Sets the function that cancels an asynchronous handler; Python cannot interrupt a plain function."""
        with self._lock:
            self._interrupt = interrupt
            over = self._over
        if over and interrupt is not None:
            interrupt()

    def _interrupt_handler(self) -> None:
        with self._lock:
            interrupt = self._interrupt
        if interrupt is not None:
            interrupt()

    def _settle(self) -> bool:
        """True for the first outcome only, from the handler or from a stopping worker."""
        with self._lock:
            first = not self._settled and not self._over
            self._settled = True
            return first

    def _end(self) -> bool:
        """The lease was lost or its end was reported; True for the first caller only."""
        with self._lock:
            first = not self._over
            self._over = True
            return first

    def _leave_place(self) -> bool:
        """Passes the slot to the next job, unless this job has freed it already; its end then frees no slot."""
        with self._lock:
            self._place_left = self._place_left or not self._over
            return not self._over

    def _one_of_two_ends(self) -> bool:
        """Counts the end of the lease and the return of the handler, in either order; True for the second."""
        with self._lock:
            self._ends += 1
            return self._ends == 2

    @property
    def _gone(self) -> bool:
        with self._lock:
            return self._over

    def _renewed(self, sent_at: float) -> None:
        self._leased_from = sent_at

    @property
    def _renewal_due(self) -> float:
        return self._leased_from + self._claim.renew_every

    def _lapsed(self, now: float) -> bool:
        return now >= self._leased_from + self._claim.ttl
