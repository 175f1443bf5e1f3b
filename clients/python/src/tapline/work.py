"""Jobs to enqueue, and the answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Sequence

from .errors import TaplineError

TASK = "data/execution/task/1.0"
"""The template of generic tasks, which every tenant has."""


@dataclass(frozen=True)
class Work:
    """A job to enqueue.

    Times are aware datetimes. The server creates one job for repeated calls with the same ``key``; without a key each
    call creates a new job.
    """

    properties: Mapping[str, Any] = field(default_factory=dict)
    """The data of the job."""
    action: Optional[str] = None
    """The action that the worker performs."""
    name: Optional[str] = None
    """Display name."""
    priority: Optional[int] = None
    """Higher values are claimed first."""
    ready_at: Optional[datetime] = None
    """The job is not claimed before this time."""
    due_at: Optional[datetime] = None
    """Among jobs of equal priority, earlier values are claimed first."""
    deadline_at: Optional[datetime] = None
    """A job that is not done by this time fails permanently."""
    max_attempts: Optional[int] = None
    correlation_id: Optional[str] = None
    """Stored in actions and events."""
    scope: Optional[Mapping[str, str]] = None
    """``site``, ``platform`` and ``assay`` that a worker must serve."""
    template: str = TASK
    key: Optional[str] = None
    """The idempotency key."""

    def request(self, queue: str) -> Dict[str, Any]:
        """The body of the request."""
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
    """An enqueued job."""

    subject_euid: str
    state: str
    """READY, or PENDING while the job waits."""
    replayed: bool
    """Whether the job existed already, under the same key."""

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> "Enqueued":
        envelope = answer.get("result") or {}
        return cls(str(answer["subject_euid"]), str(envelope.get("state", "")), bool(answer["replayed"]))


class PartlyRefusedError(TaplineError):
    """Some jobs of a batch were refused; the others are enqueued."""

    def __init__(self, results: Sequence[object]) -> None:
        self.enqueued: List[Optional[Enqueued]] = [one if isinstance(one, Enqueued) else None for one in results]
        """In the order of the argument, None for each refused job."""
        self.refused: Dict[int, TaplineError] = {
            place: one for place, one in enumerate(results) if isinstance(one, TaplineError)
        }
        """The refusals, by index."""
        place, first = next(iter(self.refused.items()))
        detail = f"the server refused {len(self.refused)} of {len(results)} jobs, first job {place}: {first}"
        super().__init__("PARTLY_REFUSED", first.status, detail, first.field)


def _time(name: str, value: Optional[datetime]) -> Optional[str]:
    if value is None:
        return None
    if value.tzinfo is None:
        raise ValueError(f"{name} has no time zone; use for example datetime.now(timezone.utc)")
    return value.isoformat()
