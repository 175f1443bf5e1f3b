"""Fixtures of the tests: a real server at TAPLINE_URL, with TAPLINE_TOKEN, and queues for one test each."""

from __future__ import annotations

import unittest
import uuid
from typing import Any, List

from tapline import Client


class LabTest(unittest.TestCase):
    """A test against a real server."""

    client: Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def queue(self, **fields: Any) -> str:
        key = f"python-{uuid.uuid4()}"
        policy = {"initial_delay_seconds": 0, "jitter_fraction": 0}
        self.client.create_queue(key, lease_ttl_seconds=60, retry_policy=policy, **fields)
        return key

    def state(self, euid: str) -> str:
        return str(self.client.subject(euid)["execution"]["state"])

    def records(self, euid: str) -> List[Any]:
        return list(self.client.history(euid)["records"])
