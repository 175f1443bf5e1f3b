"""Asks for work, for as many pieces as there are free slots and never for more."""

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
"""Well below the minute after which proxies cut a silent connection."""

_WAIT_AT_EACH = 1.0
"""A claim waits at one queue only, so with several it moves on after this many seconds."""


class Claimer(Loop):
    """Waits at the server for work, so that an idle worker has it at once."""

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
        # Pieces of work that may still be asked for, without those that are being asked for; None: any number.
        self._left = stop_after
        # Pieces of work that a report is asking for.
        self._reserved = 0
        self._enough = False
        self._until_idle = until_idle
        self._when_enough = when_enough
        self._backoff = Backoff()
        self._turn = 0
        self._idle = False
        self._asking = False
        self._never_with_reports = False
        self._beginning = threading.Condition()

    def end(self) -> None:
        """Gives up the claim that is under way."""
        with self._beginning:
            super().end()
            self._beginning.notify_all()
        self._crew.wake()
        self._connections.close()

    def run(self) -> None:
        try:
            while self._wants_more():
                slots = self._crew.take_slots(BATCH, self.ended)
                room = self._spend(slots)
                self._crew.free_slots(slots - room)
                got = 0
                self._asking = True
                try:
                    got = self._claim(room) if room else 0
                finally:
                    self._asking = False
                    self._crew.free_slots(room - got)
                    self._unspent(room - got)
                if room and self._idle and self._until_idle:
                    break
        except ClosedError:
            return
        with self._beginning:
            # No report asks for more from now on.
            self._enough = True
        if not self.ended.is_set():
            self._when_enough()

    def _wants_more(self) -> bool:
        """Waits while a report asks for the rest, since it may be given less."""
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
        """The claim of a report that frees so many places; None when it is not to claim, because the claimer itself
        does. :meth:`asked` must follow."""
        with self._beginning:
            done = self._enough or self.ended.is_set() or self._left == 0
            if done or self._asking or self._never_with_reports:
                return None
            self._reserved = self._spend(places)
            return Next(self._next() if self._queues else None, self._reserved, keys.fresh())

    def asked(self) -> None:
        """The report has its answer, or none will come."""
        with self._beginning:
            self._unspent(self._reserved)
            self._reserved = 0
            self._beginning.notify_all()

    def never_with_reports(self) -> None:
        """The server does not take claims with reports: they are made by themselves from now on."""
        self._never_with_reports = True

    def take(self, claims: List[Claim], reported: List[Job], asked: float, late: bool) -> None:
        """Work that came with a report takes the places of what was reported; once the worker is stopping it is given
        back. ``asked``: when; ``late``: whether it was asked for before, in vain."""
        since = time.monotonic() if late else asked
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
                # Whatever it was is given back at the end, or lapses.
                self._crew.trouble(error)

    def _has_place(self, reported: Iterator[Job]) -> bool:
        return any(job._leave_place() for job in reported) or self._crew.take_free_slot()

    def _claim(self, room: int) -> int:
        self._idle = True
        if len(self._queues) < 2:
            queue = self._queues[0] if self._queues else None
            return self._claim_from(queue, room, 0.0 if self._until_idle else _WAIT)
        for _ in self._queues:
            got = 0 if self.ended.is_set() else self._claim_from(self._next(), room, 0.0)
            if got:
                return got
        return 0 if self._until_idle else self._claim_from(self._next(), room, _WAIT_AT_EACH)

    def _next(self) -> str:
        queue = self._queues[self._turn % len(self._queues)]
        self._turn += 1
        return queue

    def _claim_from(self, queue: Optional[str], room: int, wait: float) -> int:
        """The same request until an answer comes: what was granted in a lost answer comes back so."""
        key = keys.fresh()
        again = False
        while not self.ended.is_set():
            try:
                claims = self._crew.port.claim(self._crew.worker_euid, queue, room, wait, key)
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
        """Whether the server has said no, rather than nothing."""
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
        # Nobody knows how old what came late is; a renewal tells.
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
            # Away again: it is left to lapse, which is safe.
            self._crew.trouble(error)
            return []
        return [claim for claim, verdict in zip(claims, verdicts) if verdict.problem is None]
