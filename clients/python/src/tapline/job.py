"""One piece of work in a handler's hands."""

from __future__ import annotations

import logging
import threading
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, List, Optional

from .cancellation import Cancellation, Cancelled
from .runtime.claim import Claim, Note

_LOG = logging.getLogger("tapline")


class Job:
    """What the work is, how long it is ours, and whether to stop. The runtime makes these."""

    def __init__(self, claim: Claim, leased_from: float, note: Callable[[Note], None]) -> None:
        """``leased_from``: when the claim was answered or sent again, by ``time.monotonic``."""
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

    # What it is

    @property
    def subject_euid(self) -> str:
        """The server's name for the work."""
        return self._claim.subject_euid

    @property
    def queue(self) -> str:
        """The queue that it was claimed from."""
        return self._claim.queue_key

    @property
    def action(self) -> Optional[str]:
        """What is to be done, in the queue's words."""
        return self._claim.action_key

    @property
    def properties(self) -> Dict[str, Any]:
        """What the work is about."""
        return self._claim.properties

    @property
    def attempt(self) -> int:
        """1 for the first."""
        return self._claim.attempt_number

    @property
    def fencing_token(self) -> int:
        """Rises with every claim of the subject. Give it to whatever the work writes to, which refuses a lower one."""
        return self._claim.fencing_token

    @property
    def lease_euid(self) -> str:
        """The lease that it is done under."""
        return self._claim.lease_euid

    @property
    def record_euid(self) -> str:
        """The record of this attempt."""
        return self._claim.record_euid

    @property
    def correlation_id(self) -> Optional[str]:
        """What the subject was enqueued with, to be passed on to whatever the work calls."""
        return self._claim.correlation_id

    @property
    def trace_id(self) -> Optional[str]:
        """The trace that the subject was enqueued within."""
        return self._claim.trace_id

    @property
    def traceparent(self) -> Optional[str]:
        """The same as the W3C header, for whatever the work calls; the parent that it names is this attempt."""
        return None if self.trace_id is None else f"00-{self.trace_id}-{self.fencing_token:016x}-01"

    @property
    def deadline(self) -> datetime:
        """Until then the work is ours for certain. It moves on with every renewal."""
        left = self._leased_from + self._claim.ttl - time.monotonic()
        return datetime.now(timezone.utc) + timedelta(seconds=left)

    # How far it is

    def progress(self, fraction: Optional[float] = None, message: Optional[str] = None) -> None:
        """Tells readers how far it is: sent in the background, the newest only, at most once a second."""
        if fraction is None and message is None:
            raise ValueError("progress needs a fraction, a message, or both")
        if fraction is not None and not 0 <= fraction <= 1:
            raise ValueError(f"{fraction} is not a fraction from 0 to 1")
        self._note(Note(self._claim, fraction, message))

    # Whether to stop

    @property
    def cancelled(self) -> bool:
        """Whether there is a reason to stop."""
        return self._cancellation is not None

    @property
    def cancellation(self) -> Optional[Cancellation]:
        """The weightiest reason to stop; None while all is well."""
        return self._cancellation

    def check(self) -> None:
        """Raises :class:`Cancelled` when there is a reason to stop; for handlers that look now and then."""
        why = self._cancellation
        if why is not None:
            raise Cancelled(why)

    def wait(self, seconds: Optional[float] = None) -> bool:
        """Sleeps, but wakes when there is a reason to stop; True if there is one. Use it instead of ``time.sleep``."""
        return self._stop.wait(seconds)

    def on_cancel(self, listener: Callable[[Cancellation], None]) -> None:
        """Tells the listener at once of every reason to stop, also of one that is there already.

        Of a lost lease it hears even after the handler has returned, when the server refuses the late report.
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
        """Of several that see the same reason only the first is told True."""
        with self._lock:
            if self._over or (self._cancellation is not None and self._cancellation >= why):
                return False
            self._cancellation = why
            told = list(self._listeners)
            if why is Cancellation.LEASE_LOST:
                # Before the handler can return: it would report what is no longer ours.
                self._over = True
        self._stop.set()
        if why is Cancellation.LEASE_LOST:
            self._interrupt_handler()
        for listener in told:
            try:
                listener(why)
            except Exception:
                _LOG.exception("a listener of %s failed", self.subject_euid)
        return True

    def _interruptible(self, interrupt: Optional[Callable[[], None]]) -> None:
        """How an asynchronous handler is cancelled; a plain function cannot be interrupted in Python."""
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
        """How it ended is said once: by its handler, or by a worker that waits no longer for it."""
        with self._lock:
            first = not self._settled and not self._over
            self._settled = True
            return first

    def _end(self) -> bool:
        """It was reported, or is nobody's any more: only the first to say so is told True."""
        with self._lock:
            first = not self._over
            self._over = True
            return first

    def _leave_place(self) -> bool:
        """The next work is to have its place, if it has one still: its end frees none then."""
        with self._lock:
            self._place_left = self._place_left or not self._over
            return not self._over

    def _one_of_two_ends(self) -> bool:
        """Its lease ends, and its handler returns, in either order; True for the second of the two."""
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
