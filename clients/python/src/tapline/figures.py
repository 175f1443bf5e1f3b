"""Counters of a worker since its start."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Figures:
    """Numbers of claimed jobs and of acknowledged endings."""

    claimed: int = 0
    completed: int = 0
    failed: int = 0
    released: int = 0
    lost: int = 0


class Counter:
    """Thread-safe counters."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._figures = Figures()

    def count(self, name: str) -> None:
        with self._lock:
            self._figures = replace(self._figures, **{name: getattr(self._figures, name) + 1})

    def figures(self) -> Figures:
        return self._figures
