"""Claims jobs, never more than there are free slots."""

from __future__ import annotations

import threading
import time
from typing import Callable, Iterator, List, Optional, Sequence

from .. import keys
from ..backoff import Backoff
from ..connections import Connections
from ..errors import ClosedError, TaplineError
from ..job import Job
from .claim import Claim, Note
from .crew import Crew, unknown_worker
from .loop import Loop
from .port import BATCH, Next

_WAIT = 20.0
"""Below the minute after which proxies close a silent connection."""


class Claimer(Loop):
    """Long-polls the server, so that an idle worker receives a job at once."""

    def __init__(
        self,
        crew: Crew,
        connections: Connections,
        queues: Sequence[str],
        run: Callable[[Job], None],
        note: Callable[[Note], None],
        name: str,
        stop_after: Optional[int] = None,
        until_idle: bool = False,
        when_enough: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(name + "-claimer")
        self._crew = crew
        self._connections = connections
        self._queues = list(queues)
        self._run = run
        self._note = note
        # Jobs that may still be claimed, without those of requests in progress; None: any number.
        self._left = stop_after
        # Jobs that a report in progress claims.
        self._reserved = 0
        self._enough = False
        self._until_idle = until_idle
        self._when_enough = when_enough
        self._backoff = Backoff()
        self._idle = False
        self._asking = False
        self._never_with_reports = False
        self._beginning = threading.Condition()

    def end(self) -> None:
        """Cancels the claim in progress."""
        with self._beginning:
            super().end()
            self._beginning.notify_all()
        self._crew.wake()
        self._connections.close()

    def run(self) -> None:
        try:
            while self._wants_more():
                slots = self._crew.take_slots(BATCH, self.ended)
                wanted = self._spend(slots)
                self._crew.free_slots(slots - wanted)
                got = 0
                self._asking = True
                try:
                    got = self._claim(wanted) if wanted else 0
                finally:
                    self._asking = False
                    self._crew.free_slots(wanted - got)
                    self._unspent(wanted - got)
                if wanted and self._idle and self._until_idle:
                    break
        except ClosedError:
            return
        with self._beginning:
            # No report claims more from now on.
            self._enough = True
        if not self.ended.is_set():
            self._when_enough()

    def _wants_more(self) -> bool:
        """Waits while a report claims the rest, because the report may be granted less."""
        with self._beginning:
            while self._left == 0 and self._reserved and not self.ended.is_set():
                self._beginning.wait()
            return not self.ended.is_set() and self._left != 0

    def _spend(self, most: int) -> int:
        with self._beginning:
            if self._left is None:
                return most
            spent = min(most, self._left)
            self._left -= spent
            return spent

    def _unspent(self, count: int) -> None:
        with self._beginning:
            if self._left is not None:
                self._left += count

    def ask_for(self, places: int) -> Optional[Next]:
        """The claim of a report that frees this many slots, None if it should not claim; :meth:`asked` must follow."""
        with self._beginning:
            done = self._enough or self.ended.is_set() or self._left == 0
            if done or self._asking or self._never_with_reports:
                return None
            self._reserved = self._spend(places)
            return Next(self._queues, self._reserved, keys.fresh())

    def claim_sent(self) -> None:
        """The report was answered, or no answer will arrive."""
        with self._beginning:
            self._unspent(self._reserved)
            self._reserved = 0
            self._beginning.notify_all()

    def never_with_reports(self) -> None:
        """The server does not accept claims in reports; they are sent separately from now on."""
        self._never_with_reports = True

    def take(self, claims: List[Claim], reported: List[Job], sent_at: float, late: bool) -> None:
        """Starts the jobs that a report claimed, in the slots of the reported jobs, and releases those without a
        slot. A stopping worker releases all. ``sent_at``: when the request was sent; ``late``: whether an earlier
        try of it failed.
        """
        since = time.monotonic() if late else sent_at
        ours = self._renewed(claims) if late and claims else claims
        places = iter(reported)
        rest = []
        with self._beginning:
            for claim in ours:
                if not self.ended.is_set() and self._has_place(places):
                    self._start(claim, since)
                    self._reserved -= 1
                else:
                    rest.append((claim.lease_euid, "the worker has no place for it"))
        if rest:
            try:
                self._crew.port.release(self._crew.worker_euid, rest)
            except ClosedError:
                raise
            except TaplineError as error:
                # The worker releases these leases when it stops, or they lapse.
                self._crew.trouble(error)

    def _has_place(self, reported: Iterator[Job]) -> bool:
        return any(job._leave_place() for job in reported) or self._crew.take_free_slot()

    def _claim(self, wanted: int) -> int:
        """Repeats the request until an answer arrives, so that jobs granted in a lost answer are returned again."""
        self._idle = True
        wait = 0.0 if self._until_idle else _WAIT
        key = keys.fresh()
        again = False
        while not self.ended.is_set():
            try:
                claims = self._crew.port.claim(self._crew.worker_euid, self._queues, wanted, wait, key)
                self._backoff.reset()
                self._idle = self._idle and not claims
                return self._begin(claims, again)
            except ClosedError:
                raise
            except TaplineError as error:
                if self._refused(error):
                    return 0
                again = True
        return 0

    def _refused(self, error: TaplineError) -> bool:
        """Whether the server has refused the claim; False when the request may succeed later."""
        self._idle = False
        self._crew.trouble(error)
        self.ended.wait(self._backoff.next())
        if unknown_worker(error):
            try:
                self._crew.register()
            except TaplineError as again:
                self._crew.trouble(again)
        return not error.passing

    def _begin(self, claims: List[Claim], late: bool) -> int:
        now = time.monotonic()
        # The age of a lease from a repeated request is unknown; a renewal verifies it.
        ours = self._renewed(claims) if late and claims else claims
        for claim in ours:
            self._start(claim, now)
        return len(ours)

    def _start(self, claim: Claim, since: float) -> None:
        job = Job(claim, since, self._note)
        self._crew.begin(job)
        self._run(job)

    def _renewed(self, claims: List[Claim]) -> List[Claim]:
        try:
            verdicts = self._crew.port.renew(self._crew.worker_euid, claims)
        except ClosedError:
            raise
        except TaplineError as error:
            # The server is unavailable again; the leases lapse, which is safe.
            self._crew.trouble(error)
            return []
        return [claim for claim, verdict in zip(claims, verdicts) if verdict.problem is None]
