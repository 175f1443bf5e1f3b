"""Sends the progress of jobs."""

from __future__ import annotations

import threading
from typing import Dict, List

from ..errors import ClosedError, TaplineError
from .claim import Note
from .crew import Crew
from .loop import Loop
from .port import BATCH
from .text import plain

_PAUSE = 1.0
_MESSAGE = 500
"""The server's limit for a message."""


class ProgressSender(Loop):
    """Sends only the newest note of each job, at most once a second."""

    def __init__(self, crew: Crew, name: str) -> None:
        super().__init__(name + "-progress")
        self._crew = crew
        self._newest: Dict[str, Note] = {}
        self._lock = threading.Lock()
        self._some = threading.Event()

    def submit(self, note: Note) -> None:
        kept = Note(note.claim, note.fraction, plain(note.message, _MESSAGE))
        with self._lock:
            self._newest[note.claim.lease_euid] = kept
        self._some.set()

    def end(self) -> None:
        super().end()
        self._some.set()

    def run(self) -> None:
        while True:
            self._some.wait()
            if self.ended.is_set():
                return
            try:
                notes = self._take()
                for start in range(0, len(notes), BATCH):
                    self._crew.port.progress(self._crew.worker_euid, notes[start : start + BATCH])
            except ClosedError:
                return
            except TaplineError as error:
                # Progress may be lost; the next note replaces it.
                self._crew.trouble(error)
            self.ended.wait(_PAUSE)

    def _take(self) -> List[Note]:
        with self._lock:
            self._some.clear()
            notes, self._newest = list(self._newest.values()), {}
        # Progress of an ended job is obsolete.
        return [note for note in notes if self._crew.job(note.claim.lease_euid) is not None]
