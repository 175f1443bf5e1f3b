"""Reports outcomes to the server."""

from __future__ import annotations

import queue
import time
from typing import List, NamedTuple, Optional

from ..backoff import Backoff
from ..errors import ClosedError, TaplineError, UnauthenticatedError
from ..failures import ErrorClass
from ..job import Job
from ..outcome import Completed, Failed, Outcome, Performed, Released
from .claimer import Claimer
from .crew import Crew
from .loop import Loop
from .port import BATCH, Next, Verdict
from .refusal import means_lost
from .text import plain


class Report(NamedTuple):
    """The outcome of one job that is waiting to be reported."""

    job: Job
    outcome: Outcome


class Reporter(Loop):
    """A result is sent at once while no request is in progress; results that become ready during a request share the
    next one, of whichever kind. Each result keeps its idempotency key until the server acknowledges it or its
    lease lapses. When no claim of this worker is in progress, a request also claims jobs for the slots that its
    results free.
    """

    def __init__(self, crew: Crew, claimer: Claimer, name: str) -> None:
        super().__init__(name + "-reporter")
        self._crew = crew
        self._claimer = claimer
        # Bounded by the slots: a job keeps its slot until its report is acknowledged.
        self._waiting: "queue.SimpleQueue[Optional[Report]]" = queue.SimpleQueue()
        self._backoff = Backoff()

    def report(self, job: Job, outcome: Outcome) -> None:
        """Only the first outcome of a job counts."""
        if job._settle():
            self._waiting.put(Report(job, outcome))

    def end(self) -> None:
        super().end()
        self._waiting.put(None)

    def run(self) -> None:
        try:
            while not self.ended.is_set():
                self._send_and_ask(self._take())
        except ClosedError:
            return

    def _take(self) -> List[Report]:
        taken = [self._waiting.get()]
        while len(taken) < BATCH and not self._waiting.empty():
            taken.append(self._waiting.get())
        return [report for report in taken if report is not None]

    def _send_and_ask(self, reports: List[Report]) -> None:
        following = self._claimer.ask_for(len(reports)) if _asks(reports) else None
        try:
            self._send(reports, following)
        finally:
            self._claimer.claim_sent()

    def _send(self, reports: List[Report], following: Optional[Next]) -> None:
        """Repeats the request until an answer arrives, so that a job granted in a lost answer is not lost."""
        again = False
        while reports and not self.ended.is_set():
            reports = [report for report in reports if self._still_ours(report)]
            if reports:
                asks = _asks(reports) and not self._claimer.ended.is_set()
                reports = self._send_once(reports, following if asks else None, again)
                again = True

    def _still_ours(self, report: Report) -> bool:
        if report.job._lapsed(time.monotonic()):
            self._crew.lost(report.job)
        return not report.job._gone

    def _send_once(self, reports: List[Report], following: Optional[Next], again: bool) -> List[Report]:
        """Returns the reports to send again."""
        sent_at = time.monotonic()
        try:
            results = [(report.job._lease, report.outcome) for report in reports]
            verdicts, claimed = self._crew.port.report(self._crew.worker_euid, results, following)
            self._backoff.reset()
            # Before the reported jobs are removed, so that a stopping worker waits for the new ones too.
            ended = [report.job for report, verdict in zip(reports, verdicts) if verdict.problem is None]
            self._claimer.take(claimed, ended, sent_at, again)
            for report, verdict in zip(reports, verdicts):
                self._apply(report, verdict)
            return []
        except ClosedError:
            raise
        except TaplineError as error:
            self._crew.trouble(error)
            if error.passing or isinstance(error, UnauthenticatedError):
                self.ended.wait(self._backoff.next())
                return reports
            if following is not None:
                if (error.field or "").startswith("claim_next"):
                    self._claimer.never_with_reports()
                self._send(reports, None)
            elif len(reports) == 1:
                self._refused(reports[0], error)
            else:
                # One item invalidates the request, or the request is too large: halving isolates the item.
                half = len(reports) // 2
                self._send(reports[:half], None)
                self._send(reports[half:], None)
            return []

    def _apply(self, report: Report, verdict: Verdict) -> None:
        if verdict.problem is not None:
            self._refused(report, verdict.problem)
            return
        outcome = report.outcome
        if isinstance(outcome, (Completed, Performed)):
            self._crew.counter.count("completed")
        else:
            self._crew.counter.count("failed" if isinstance(outcome, Failed) else "released")
        self._crew.lease_over(report.job)

    def _refused(self, report: Report, problem: TaplineError) -> None:
        """A refused result is reported as a failure, a refused failure as a release."""
        if means_lost(problem):
            self._crew.lost(report.job)
            return
        self._crew.trouble(problem)
        if isinstance(report.outcome, (Completed, Performed)):
            detail = plain("the result was refused: " + problem.detail, 4_000)
            self._waiting.put(Report(report.job, Failed(ErrorClass.PERMANENT_STATE, problem.code, detail)))
        elif isinstance(report.outcome, Failed):
            self._waiting.put(Report(report.job, Released("its failure could not be reported")))
        else:
            self._crew.lost(report.job)


def _asks(reports: List[Report]) -> bool:
    """Whether the report may claim more jobs. A released job could be granted to the same worker again."""
    return any(isinstance(report.outcome, (Completed, Failed)) for report in reports)
