"""Calls of a program that sends work."""

from __future__ import annotations

import unittest
from datetime import datetime, timedelta, timezone

from lab import LabTest
from lossy_proxy import LossyProxy

from tapline import (
    Client,
    ConflictError,
    IdempotencyConflictError,
    NotFoundError,
    PartlyRefusedError,
    UnauthenticatedError,
    UnexpectedAnswerError,
    UnreachableError,
    ValidationError,
    Work,
)


class ClientTest(LabTest):
    def test_work_is_enqueued_with_what_it_is_about(self) -> None:
        queue = self.queue()
        later = datetime.now(timezone.utc) + timedelta(hours=1)
        sent = self.client.enqueue(
            queue, {"sample": "S-1"}, action="extract", name="tube 1", priority=7, ready_at=later, correlation_id="o-1"
        )
        seen = self.client.subject(sent.subject_euid)
        self.assertEqual("READY", sent.state)
        self.assertFalse(sent.replayed)
        self.assertEqual(7, seen["execution"]["priority"])
        self.assertEqual("extract", seen["execution"]["next_action_key"])
        self.assertEqual("o-1", seen["execution"]["correlation_id"])

    def test_the_same_key_is_the_same_work(self) -> None:
        queue = self.queue()
        first = self.client.enqueue(queue, {"n": 1}, key=queue + "-1")
        again = self.client.enqueue(queue, {"n": 1}, key=queue + "-1")
        self.assertEqual(first.subject_euid, again.subject_euid)
        self.assertTrue(again.replayed)
        with self.assertRaises(IdempotencyConflictError):
            self.client.enqueue(queue, {"n": 2}, key=queue + "-1")

    def test_without_a_key_each_call_sends_new_work(self) -> None:
        queue = self.queue()
        self.assertNotEqual(self.client.enqueue(queue).subject_euid, self.client.enqueue(queue).subject_euid)

    def test_an_enqueue_whose_answer_is_lost_is_replayed_and_done_once(self) -> None:
        queue = self.queue()
        with LossyProxy(str(self.client.address)) as proxy, Client(proxy.url) as far:
            proxy.lose(2)
            sent = far.enqueue(queue, {"sample": "S-1"})
            self.assertEqual(3, proxy.connections)
        self.assertTrue(sent.replayed)
        self.assertEqual(1, len(self.client.transport.get(f"queues/{queue}/items")["items"]))

    def test_a_batch_whose_answer_is_lost_is_replayed_item_by_item(self) -> None:
        queue = self.queue()
        with LossyProxy(str(self.client.address)) as proxy, Client(proxy.url) as far:
            proxy.lose(1)
            sent = far.enqueue_many(queue, [{"n": n} for n in range(5)])
        self.assertTrue(all(one.replayed for one in sent))
        self.assertEqual(5, len({one.subject_euid for one in sent}))
        self.assertEqual(5, len(self.client.transport.get(f"queues/{queue}/items")["items"]))

    def test_connections_are_kept(self) -> None:
        with LossyProxy(str(self.client.address)) as proxy, Client(proxy.url) as far:
            for _ in range(5):
                far.transport.get("queues")
            self.assertEqual(1, proxy.connections)

    def test_many_are_sent_a_thousand_at_a_time_and_come_back_in_order(self) -> None:
        queue = self.queue()
        sent = self.client.enqueue_many(queue, (Work({"n": n}, key=f"{queue}-{n}") for n in range(1_001)))
        again = self.client.enqueue_many(queue, [Work({"n": 1_000}, key=f"{queue}-1000")])
        self.assertEqual(1_001, len(sent))
        self.assertEqual(sent[-1].subject_euid, again[0].subject_euid)

    def test_what_is_refused_of_many_is_told_by_place_and_the_rest_is_enqueued(self) -> None:
        queue = self.queue()
        with self.assertRaises(PartlyRefusedError) as caught:
            self.client.enqueue_many(queue, [{"n": 0}, Work(priority=-2000000), {"n": 2}])
        error = caught.exception
        self.assertEqual([1], list(error.refused))
        self.assertIsInstance(error.refused[1], ValidationError)
        self.assertIn("priority", error.refused[1].field or "")
        self.assertEqual([True, False, True], [one is not None for one in error.enqueued])

    def test_a_queue_is_made_once(self) -> None:
        queue = self.queue()
        self.assertEqual(queue, self.client.create_queue(queue, exist_ok=True)["queue_key"])
        with self.assertRaises(ConflictError):
            self.client.create_queue(queue)

    def test_work_is_cancelled(self) -> None:
        sent = self.client.enqueue(self.queue())
        self.client.cancel(sent.subject_euid, "not needed")
        self.assertEqual("CANCELED", self.state(sent.subject_euid))

    def test_refusals_have_types_codes_and_fields(self) -> None:
        with self.assertRaises(NotFoundError) as missing:
            self.client.subject("Z-TK-NONE")
        self.assertEqual(("NOT_FOUND", 404), (missing.exception.code, missing.exception.status))
        with self.assertRaises(NotFoundError) as queue:
            self.client.enqueue("no-such-queue")
        self.assertEqual("queue_key", queue.exception.field)
        with self.assertRaisesRegex(ValidationError, "; also reason: is required") as invalid:
            self.client.transport.post("actions/hold", {"subject_euid": "Z-TK-NONE"})
        self.assertEqual(["hold_code", "reason"], [error.field for error in invalid.exception.errors])
        with Client(str(self.client.address), "nobody") as stranger, self.assertRaises(UnauthenticatedError):
            stranger.queue("any")

    def test_nobody_there_and_somebody_else_are_told_apart(self) -> None:
        with Client("http://127.0.0.1:1", retry_for=0) as nowhere, self.assertRaises(UnreachableError):
            nowhere.queue("any")
        with Client(str(self.client.address) + "/docs", retry_for=0) as page:
            with self.assertRaises((UnexpectedAnswerError, NotFoundError)):
                page.queue("any")

    def test_what_cannot_be_right_is_refused_before_it_is_sent(self) -> None:
        with self.assertRaisesRegex(ValueError, "not the URL of a server"):
            Client("127.0.0.1:8080")
        with self.assertRaisesRegex(ValueError, "ready_at has no time zone"):
            self.client.enqueue("any", ready_at=datetime(2030, 1, 1))
        with self.assertRaises(ValueError):
            self.client.enqueue("any", {"n": float("nan")})
        with self.assertRaisesRegex(TypeError, "a Work contains its fields"):
            self.client.enqueue("any", Work(), priority=1)


if __name__ == "__main__":
    unittest.main()
