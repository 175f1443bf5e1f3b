"""Which results and claims the worker runtime sends in one request."""

from __future__ import annotations

import threading
import time
import unittest
from typing import Any, Dict, List, Optional, Sequence, Tuple, cast

from tapline.connections import Connections
from tapline.errors import TaplineError, from_problem
from tapline.failures import ErrorClass
from tapline.job import Job
from tapline.outcome import Completed, Failed, Outcome, Released
from tapline.runtime.claim import Claim
from tapline.runtime.claimer import Claimer
from tapline.runtime.crew import Crew
from tapline.runtime.port import Next, Reported, Verdict, WorkPort
from tapline.runtime.reporter import Reporter

PATIENCE = 60.0
DONE = Completed("done")
FAILED = Failed(ErrorClass.PERMANENT_INPUT, "BAD", "bad")
RELEASED = Released("not now")


def problem(code: str, status: int, field: Optional[str] = None) -> TaplineError:
    return from_problem({"code": code, "status": status, "detail": code, "field": field})


def claimed(subject: str) -> Claim:
    return Claim(subject, "q", None, 1, 1, "L-" + subject, "R-" + subject, 60.0, 20.0, None, None, {})


class FakePort:
    """A server that answers what the test wants, when the test wants it."""

    def __init__(self) -> None:
        self.reports: List[List[Tuple[str, str]]] = []
        self.nexts: List[Optional[Next]] = []
        self.faults: List[TaplineError] = []
        self.refusals: Dict[Tuple[str, str], TaplineError] = {}
        self.next_work: List[Claim] = []
        self.held = threading.Event()
        self.held.set()

    def register(self, registration: Any) -> str:
        return "W-1"

    def report(self, worker: str, results: Sequence[Tuple[Claim, Outcome]], following: Optional[Next]) -> Reported:
        sent = [(type(outcome).__name__, claim.subject_euid) for claim, outcome in results]
        first = not self.reports
        self.nexts.append(following)
        self.reports.append(sent)
        self.held.wait(PATIENCE)
        if self.faults and not first:
            raise self.faults.pop(0)
        work = self.next_work[: following.most] if following else []
        self.next_work = self.next_work[len(work) :]
        return Reported([Verdict(self.refusals.get(one)) for one in sent], work)


class NoConnections:
    def close(self) -> None:
        """There are none."""


class CombiningTest(unittest.TestCase):
    def setUp(self) -> None:
        self.port = FakePort()
        self.begun: List[str] = []
        self.start()

    def start(self, stop_after: Optional[int] = None) -> None:
        self.crew = Crew(cast(WorkPort, self.port), {}, 4, lambda error: None)
        self.crew.register()
        # It is not started: no claim of its own is under way.
        self.claimer = Claimer(
            self.crew,
            cast(Connections, NoConnections()),
            ["q"],
            lambda job: self.begun.append(job.subject_euid),
            lambda note: None,
            "test",
            stop_after,
        )
        self.reporter = Reporter(self.crew, self.claimer, "test")
        self.reporter.start()

    def tearDown(self) -> None:
        self.port.held.set()
        self.reporter.end()

    def job(self, subject: str) -> Job:
        job = Job(claimed(subject), time.monotonic(), lambda note: None)
        self.assertTrue(self.crew.take_free_slot())
        self.crew.begin(job)
        self.crew.handler_returned(job)
        return job

    def report(self, subject: str, outcome: Outcome) -> None:
        self.reporter.report(self.job(subject), outcome)

    def under_way(self) -> None:
        """A result is under way until ``held`` is set."""
        self.port.held.clear()
        self.report("S-0", DONE)
        self.until(lambda: len(self.port.reports) == 1)

    def until(self, true: Any) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.001)

    def held_subjects(self) -> List[str]:
        return [job.subject_euid for job in self.crew.jobs()]

    def test_results_that_become_ready_during_a_request_go_into_the_next_one_with_one_claim(self) -> None:
        self.under_way()
        self.report("S-1", FAILED)
        self.report("S-2", RELEASED)
        self.report("S-3", DONE)
        self.port.next_work.append(claimed("S-4"))
        self.port.held.set()
        self.until(lambda: self.held_subjects() == ["S-4"])
        self.assertEqual([("Completed", "S-0")], self.port.reports[0])
        self.assertEqual([("Failed", "S-1"), ("Released", "S-2"), ("Completed", "S-3")], self.port.reports[1])
        self.assertEqual([1, 3], [one.most for one in self.port.nexts if one])
        self.assertEqual(["S-4"], self.begun)
        figures = self.crew.counter.figures()
        self.assertEqual((2, 1, 1), (figures.completed, figures.failed, figures.released))

    def test_a_refused_result_concerns_its_own_job_only(self) -> None:
        self.under_way()
        self.port.refusals[("Completed", "S-1")] = problem("PAYLOAD_REFUSED", 422, "items[0].result_payload")
        self.port.refusals[("Completed", "S-2")] = problem("LEASE_EXPIRED", 409, "items[1].lease_euid")
        self.report("S-1", DONE)
        self.report("S-2", DONE)
        self.report("S-3", FAILED)
        self.port.held.set()
        self.until(lambda: not self.held_subjects())
        self.assertEqual([("Failed", "S-1")], self.port.reports[2])
        figures = self.crew.counter.figures()
        self.assertEqual((1, 2, 1), (figures.completed, figures.failed, figures.lost))

    def test_an_unanswered_request_is_repeated_with_the_same_results_and_the_same_claim(self) -> None:
        self.under_way()
        self.port.faults.append(problem("UNAVAILABLE", 503))
        self.report("S-1", DONE)
        self.report("S-2", RELEASED)
        self.port.held.set()
        self.until(lambda: not self.held_subjects())
        self.assertEqual([("Completed", "S-1"), ("Released", "S-2")], self.port.reports[1])
        self.assertEqual(self.port.reports[1], self.port.reports[2])
        self.assertEqual(self.port.nexts[1], self.port.nexts[2])

    def test_a_request_that_is_refused_as_a_whole_is_cut_into_halves(self) -> None:
        self.under_way()
        self.port.faults += [problem("PAYLOAD_TOO_LARGE", 413), problem("PAYLOAD_TOO_LARGE", 413)]
        self.report("S-1", DONE)
        self.report("S-2", FAILED)
        self.port.held.set()
        self.until(lambda: not self.held_subjects())
        self.assertEqual([[("Completed", "S-1")], [("Failed", "S-2")]], self.port.reports[3:])
        self.assertEqual([None, None, None], self.port.nexts[2:])

    def test_a_worker_that_is_stopping_sends_all_that_is_ready_and_claims_nothing(self) -> None:
        self.under_way()
        self.report("S-1", DONE)
        self.report("S-2", RELEASED)
        self.report("S-3", FAILED)
        self.claimer.end()
        self.port.held.set()
        self.until(lambda: not self.held_subjects())
        self.assertEqual([("Completed", "S-1"), ("Released", "S-2"), ("Failed", "S-3")], self.port.reports[1])
        self.assertEqual([None], self.port.nexts[1:])

    def test_a_request_of_releases_alone_claims_nothing(self) -> None:
        self.report("S-1", RELEASED)
        self.until(lambda: not self.held_subjects())
        self.assertEqual([None], self.port.nexts)

    def test_reports_claim_no_more_than_the_worker_may_still_take(self) -> None:
        self.reporter.end()
        self.start(stop_after=3)
        first = self.claimer.ask_for(2)
        self.claimer.take([claimed("S-1")], [self.job("S-0")], time.monotonic(), False)
        self.claimer.claim_sent()
        second = self.claimer.ask_for(4)
        # One of two came, so two are left.
        self.assertEqual([2, 2], [one.most for one in (first, second) if one])
        self.assertIsNone(self.claimer.ask_for(1))


if __name__ == "__main__":
    unittest.main()
