"""A thread of the runtime."""

from __future__ import annotations

import threading


class Loop:
    """Runs on a daemon thread until it is ended, so that a stuck handler does not keep the process alive."""

    def __init__(self, name: str) -> None:
        self.ended = threading.Event()
        self._thread = threading.Thread(target=self.run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self.ended.set()

    def join(self, seconds: float) -> None:
        self._thread.join(seconds)

    def run(self) -> None:
        raise NotImplementedError
