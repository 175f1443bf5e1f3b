"""Rules of the Python runtime beyond the cases that every runtime shares."""

from __future__ import annotations

import asyncio
import threading
import unittest
import unittest.mock
from collections import Counter
from typing import Any, Dict, List, Optional

from lab import LabTest

from tapline import (
    Cancellation,
    Completed,
    ErrorClass,
    Fail,
    Job,
    JobError,
    NotFoundError,
    Release,
    TaplineError,
    Worker,
    worker,
)
from tapline.transport import Transport

PATIENCE = 60.0


def silent(error: TaplineError) -> None:
    """Nobody listens."""


class WorkerTest(LabTest):
    def test_a_decorated_function_is_a_worker_and_stays_callable(self) -> None:
        queue = self.queue()
        sent = self.client.enqueue(queue, {"n": 7})
        seen: List[Job] = []

        @self.client.worker(queue, until_idle=True)
        def double(job: Job) -> Dict[str, int]:
            """Twice as much."""
            seen.append(job)
            return {"doubled": job.properties["n"] * 2}

        with double.start() as running:
            self.assertTrue(running.wait(PATIENCE))
        job = seen[0]
        self.assertEqual({"doubled": 14}, self.records(sent.subject_euid)[0]["result_snapshot"])
        self.assertEqual(1, running.figures.completed)
        self.assertEqual((sent.subject_euid, queue, 1), (job.subject_euid, job.queue, job.attempt))
        self.assertGreater(job.fencing_token, 0)
        self.assertEqual({"doubled": 14}, double(job))
        self.assertEqual("Twice as much.", double.__doc__)

    def test_an_async_handler_runs_in_a_loop_of_its_own(self) -> None:
        queue = self.queue()
        sent = self.client.enqueue(queue)

        @self.client.worker(queue, until_idle=True)
        async def later(job: Job) -> str:
            await asyncio.sleep(0)
            return "async"

        self.assertTrue(later.start().wait(PATIENCE))
        self.assertEqual("async", self.records(sent.subject_euid)[0]["result_snapshot"])

    def test_an_async_handler_is_cancelled_at_the_end_of_the_grace_time(self) -> None:
        queue = self.queue()
        sent = self.client.enqueue(queue)
        begun, cancelled = threading.Event(), threading.Event()

        @self.client.worker(queue, grace=0)
        async def endless(job: Job) -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.set()
                raise

        with endless.start() as running:
            self.assertTrue(begun.wait(PATIENCE))
        self.assertTrue(cancelled.wait(PATIENCE))
        self.assertEqual(1, running.figures.released)
        self.assertEqual("FAILED_RETRYABLE", self.state(sent.subject_euid))
        self.assertEqual(0, self.client.subject(sent.subject_euid)["execution"]["attempt_count"])

    def test_each_action_has_its_handler_and_the_next_queue_is_the_handlers_choice(self) -> None:
        first, second = self.queue(), self.queue()
        sent = self.client.enqueue(first, action="wash")
        both = Worker(first, second, client=self.client, stop_after=2)

        @both.handle("wash")
        def wash(job: Job) -> Completed:
            return Completed({"step": 1}, next_queue=second, next_action="polish")

        @both.handle()
        def others(job: Job) -> Optional[str]:
            return job.action

        self.assertTrue(both.start().wait(PATIENCE))
        self.assertEqual("COMPLETED", self.state(sent.subject_euid))
        self.assertEqual([{"step": 1}, "polish"], [one["result_snapshot"] for one in self.records(sent.subject_euid)])

    def test_exceptions_become_error_classes_by_type(self) -> None:
        queue = self.queue(max_attempts_default=1)
        raised: Dict[str, BaseException] = {
            "bad": ValueError("no such plate"),
            "permanent": Fail("there is no such plate", code="BAD_PLATE"),
            "away": ConnectionRefusedError("no route"),
            "odd": RuntimeError("hm"),
            "own": ArithmeticError("\0/ by zero"),
            "unable": NotImplementedError("not yet"),
            "known": JobError("look", error_class=ErrorClass.BUSINESS_RULE_HOLD, code="no code", result={"k": 1}),
            "exit": SystemExit("bye"),
        }
        sent = {name: self.client.enqueue(queue, action=name).subject_euid for name in raised}

        @self.client.worker(queue, until_idle=True, error_classes={ArithmeticError: ErrorClass.PERMANENT_STATE})
        def fail(job: Job) -> None:
            raise raised[job.action or ""]

        self.assertTrue(fail.start().wait(PATIENCE))
        self.assertEqual(
            {
                "bad": ("TRANSIENT_SYSTEM", "ValueError", "no such plate"),
                "permanent": ("PERMANENT_INPUT", "BAD_PLATE", "there is no such plate"),
                "away": ("TRANSIENT_DEPENDENCY", "ConnectionRefusedError", "no route"),
                "odd": ("TRANSIENT_SYSTEM", "RuntimeError", "hm"),
                "own": ("PERMANENT_STATE", "ArithmeticError", "/ by zero"),
                "unable": ("TRANSIENT_SYSTEM", "NotImplementedError", "not yet"),
                "known": ("BUSINESS_RULE_HOLD", None, "no code: look"),
                "exit": ("TRANSIENT_SYSTEM", "SystemExit", "bye"),
            },
            {name: self._error(euid) for name, euid in sent.items()},
        )
        self.assertEqual({"k": 1}, self.records(sent["known"])[0]["result_snapshot"])

    def _error(self, euid: str) -> Any:
        record = self.records(euid)[0]
        return record["error_class"], record["error_code"], record["error_message"]

    def test_a_release_costs_no_attempt(self) -> None:
        queue = self.queue()
        sent = self.client.enqueue(queue)

        @self.client.worker(queue, stop_after=1)
        def not_now(job: Job) -> None:
            raise Release("the instrument is being cleaned")

        self.assertTrue(not_now.start().wait(PATIENCE))
        self.assertEqual(0, self.client.subject(sent.subject_euid)["execution"]["attempt_count"])

    def test_a_result_that_cannot_be_kept_is_a_failure_for_good(self) -> None:
        queue = self.queue()
        results: Dict[str, Any] = {"large": "x" * 300_000, "odd": {1, 2}, "nan": float("nan"), "fine": "ok"}
        sent = {name: self.client.enqueue(queue, action=name).subject_euid for name in results}

        @self.client.worker(queue, concurrency=4, until_idle=True, on_trouble=silent)
        def answer(job: Job) -> Any:
            return results[job.action or ""]

        self.assertTrue(answer.start().wait(PATIENCE))
        codes = {name: self.records(euid)[0]["error_code"] for name, euid in sent.items()}
        self.assertEqual(
            {"large": "PAYLOAD_TOO_LARGE", "odd": "RESULT_NOT_JSON", "nan": "RESULT_NOT_JSON", "fine": None}, codes
        )
        self.assertEqual("COMPLETED", self.state(sent["fine"]))

    def test_never_more_handlers_run_than_there_are_slots_for(self) -> None:
        queue = self.queue()
        self.client.enqueue_many(queue, [{"n": n} for n in range(20)])
        lock = threading.Lock()
        running_now: List[int] = []
        most: List[int] = [0]

        @self.client.worker(queue, concurrency=3, until_idle=True)
        def count(job: Job) -> None:
            with lock:
                running_now.append(1)
                most[0] = max(most[0], len(running_now))
            job.wait(0.001)
            with lock:
                running_now.pop()

        running = count.start()
        self.assertTrue(running.wait(PATIENCE))
        self.assertEqual(20, running.figures.completed)
        self.assertIn(most[0], (1, 2, 3))
        self.assertEqual(0, running.in_flight)

    def test_results_and_claims_of_concurrent_handlers_share_requests(self) -> None:
        queue = self.queue()
        self.client.enqueue_many(queue, [{"n": n} for n in range(80)])
        # All handlers return at the same moment, eight at a time.
        together = threading.Barrier(8)
        requests: Counter[str] = Counter()
        post = Transport.post

        def counted(transport: Transport, path: str, *rest: Any) -> Dict[str, Any]:
            requests[path] += 1
            return post(transport, path, *rest)

        @self.client.worker(queue, concurrency=8, until_idle=True)
        def fail_some(job: Job) -> None:
            together.wait(PATIENCE)
            if job.properties["n"] % 4 == 0:
                raise Fail("every fourth")

        with unittest.mock.patch.object(Transport, "post", counted):
            running = fail_some.start()
            self.assertTrue(running.wait(PATIENCE))
        self.assertEqual((60, 20), (running.figures.completed, running.figures.failed))
        self.assertNotIn("actions/complete", requests)
        self.assertNotIn("actions/fail", requests)
        self.assertLessEqual(requests["actions/report-results"] + requests["actions/claim"], 40)

    def test_a_retired_worker_stops_and_a_handler_is_told(self) -> None:
        queue = self.queue()
        self.client.enqueue(queue)
        begun = threading.Event()
        heard: List[Optional[Cancellation]] = []

        @self.client.worker(queue, heartbeat_ttl=1, on_trouble=silent)
        def wait(job: Job) -> None:
            begun.set()
            job.wait()
            heard.append(job.cancellation)
            job.check()

        running = wait.start()
        self.assertTrue(begun.wait(PATIENCE))
        self.client.transport.post("actions/retire-worker", {"worker_euid": running.euid, "reason": "old"})
        self.assertTrue(running.wait(PATIENCE))
        self.assertEqual(1, len(heard))

    def test_what_cannot_work_is_told_at_once(self) -> None:
        with self.assertRaisesRegex(NotFoundError, "there is no queue no-such-queue"):
            self.client.worker("no-such-queue")(lambda job: None).start()
        with self.assertRaisesRegex(ValueError, "the worker has no handler"):
            Worker("any", client=self.client).start()
        with self.assertRaisesRegex(ValueError, "concurrency 0 is not between"):
            Worker("any", concurrency=0)
        with self.assertRaisesRegex(TypeError, "needs parentheses"):
            worker(lambda job: None)  # type: ignore[arg-type]
        twice = Worker("any")
        twice.handle("a")(lambda job: None)
        with self.assertRaisesRegex(ValueError, "action a has a handler already"):
            twice.handle("a")(lambda job: None)


if __name__ == "__main__":
    unittest.main()
