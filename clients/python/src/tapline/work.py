"""Work on its way to a queue, and what became of sending it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Sequence

from .errors import TaplineError

TASK = "data/execution/task/1.0"
"""The template of plain work, which every tenant has."""


@dataclass(frozen=True)
class Work:
    """A piece of work to be sent to a queue.

    Times are aware datetimes. The same ``key`` with the same work is the same piece of work, however often it is sent;
    without one each call sends new work.
    """

    properties: Mapping[str, Any] = field(default_factory=dict)
    """What the work is about."""
    action: Optional[str] = None
    """What is to be done, in the worker's own words."""
    name: Optional[str] = None
    """For people."""
    priority: Optional[int] = None
    """Higher is sooner."""
    ready_at: Optional[datetime] = None
    """Not before this time."""
    due_at: Optional[datetime] = None
    """Earlier is sooner among equal priorities."""
    deadline_at: Optional[datetime] = None
    """From then on it fails instead of being done."""
    max_attempts: Optional[int] = None
    correlation_id: Optional[str] = None
    """Carried into evidence and events."""
    scope: Optional[Mapping[str, str]] = None
    """``site``, ``platform`` and ``assay`` that it belongs to."""
    template: str = TASK
    key: Optional[str] = None
    """The idempotency key."""

    def request(self, queue: str) -> Dict[str, Any]:
        """As the server wants it."""
        fields: Dict[str, Any] = {
            "queue_key": queue,
            "template_code": self.template,
            "properties": dict(self.properties),
            "next_action_key": self.action,
            "subject_name": self.name,
            "priority": self.priority,
            "ready_at": _time("ready_at", self.ready_at),
            "due_at": _time("due_at", self.due_at),
            "deadline_at": _time("deadline_at", self.deadline_at),
            "max_attempts": self.max_attempts,
            "correlation_id": self.correlation_id,
            "scope": None if self.scope is None else dict(self.scope),
            "idempotency_key": self.key,
        }
        return {name: value for name, value in fields.items() if value is not None}


@dataclass(frozen=True)
class Enqueued:
    """A piece of work that the server has."""

    subject_euid: str
    """The server's name for it."""
    state: str
    """READY, or PENDING while it waits for something."""
    replayed: bool
    """Whether it was there already, under the same key."""

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> "Enqueued":
        envelope = answer.get("result") or {}
        return cls(str(answer["subject_euid"]), str(envelope.get("state", "")), bool(answer["replayed"]))


class PartlyRefusedError(TaplineError):
    """Some of many were refused; the others are enqueued."""

    def __init__(self, results: Sequence[object]) -> None:
        self.enqueued: List[Optional[Enqueued]] = [one if isinstance(one, Enqueued) else None for one in results]
        """In the order in which they were given, None for each that was refused."""
        self.refused: Dict[int, TaplineError] = {
            place: one for place, one in enumerate(results) if isinstance(one, TaplineError)
        }
        """Why, by place."""
        place, first = next(iter(self.refused.items()))
        said = f"{len(self.refused)} of {len(results)} were refused; the first, number {place}: {first}"
        super().__init__("PARTLY_REFUSED", first.status, said, first.field)


def _time(name: str, value: Optional[datetime]) -> Optional[str]:
    if value is None:
        return None
    if value.tzinfo is None:
        raise ValueError(f"{name} has no time zone; use for example datetime.now(timezone.utc)")
    return value.isoformat()
