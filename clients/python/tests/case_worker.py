"""A worker with the handler that one case of worker-cases.json asks for, in the hands of a test.

Says ``started``, ``begun``, ``heard REASON`` and, at its end, ``figures {…}``; a line on standard input lets its handler
go. SIGTERM stops it.
"""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import asdict
from typing import Any, Dict, Set

from tapline import Cancellation, Fail, Hold, Job, Release, Retry, RunningWorker, Worker

_SAYING = threading.Lock()


def say(line: str) -> None:
    with _SAYING:
        print(line, flush=True)


class CaseHandler:
    """Does with the work what the table's word for the handler means."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._go = threading.Event()
        self._released: Set[str] = set()

    def let_go(self) -> None:
        sys.stdin.readline()
        self._go.set()

    def __call__(self, job: Job) -> Any:
        told = threading.Event()

        def hear(why: Cancellation) -> None:
            say("heard " + why.name)
            told.set()

        job.on_cancel(hear)
        if self._word == "endings":
            say("begun")
            self._go.wait()
            return self._ending(job)
        if self._word in ("wait", "deaf"):
            say("begun")
            self._go.wait()
        elif self._word in ("listen", "finish"):
            say("begun")
            told.wait()
            if self._word == "listen":
                job.check()
        elif self._word == "report":
            job.progress(0.5, "half")
            say("begun")
            self._go.wait()
        elif self._word == "retry" and job.attempt == 1:
            raise Retry("try again", code="FLAKY")
        elif self._word == "fail":
            raise Fail("there is no such plate", code="BAD_PLATE")
        elif self._word == "hold":
            raise Hold("look at it", code="QC")
        elif self._word == "bug" and job.attempt == 1:
            raise RuntimeError("nobody has heard of this")
        elif self._word not in ("answer", "retry", "bug"):
            raise AssertionError("no handler " + self._word)
        return "done"

    def _ending(self, job: Job) -> str:
        """Handles a job as its properties request."""
        ending = job.properties.get("ending", "done")
        if ending == "fail":
            raise Fail("there is no such plate", code="BAD_PLATE")
        if ending == "release" and job.subject_euid not in self._released:
            self._released.add(job.subject_euid)
            raise Release("not now")
        return "done"


class CaseWorker(Worker):
    """Says when it has started."""

    def start(self) -> RunningWorker:
        running = super().start()
        say("started")
        return running


def main(table: str, name: str, queue: str, grace: str, heartbeat: str) -> None:
    with open(table, encoding="utf-8") as text:
        case: Dict[str, Any] = next(one for one in json.load(text)["cases"] if one["name"] == name)
    handler = CaseHandler(case["handler"])
    worker = CaseWorker(
        queue,
        name="case",
        concurrency=1 + len(case.get("company", [])),
        grace=float(grace),
        heartbeat_ttl=int(heartbeat),
        on_trouble=lambda error: None,
    )
    worker.handle("another" if case["handler"] == "none" else "work")(handler)
    threading.Thread(target=handler.let_go, daemon=True).start()
    figures = worker.run()
    say("figures " + json.dumps(asdict(figures)))


if __name__ == "__main__":
    main(*sys.argv[1:])
