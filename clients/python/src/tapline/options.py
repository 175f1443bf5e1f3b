"""The options of the decorators and of ``enqueue`` by name, for type checkers."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Callable, Mapping, Optional, Sequence, Type, TypedDict

from .errors import TaplineError
from .failures import ErrorClass

if TYPE_CHECKING:
    from .client import Client


class WorkerBehaviour(TypedDict, total=False):
    """Options of :class:`tapline.Worker` except its queues and its client."""

    name: Optional[str]
    concurrency: int
    grace: float
    heartbeat_ttl: int
    capabilities: Sequence[str]
    sites: Sequence[str]
    platforms: Sequence[str]
    assays: Sequence[str]
    worker_type: str
    build_version: Optional[str]
    stop_after: Optional[int]
    until_idle: bool
    error_classes: Optional[Mapping[Type[BaseException], ErrorClass]]
    on_trouble: Optional[Callable[[TaplineError], None]]


class WorkerOptions(WorkerBehaviour, total=False):
    """All options of :class:`tapline.Worker` except its queues."""

    client: Optional[Client]


class WorkFields(TypedDict, total=False):
    """Fields of :class:`tapline.Work` except its properties."""

    action: Optional[str]
    name: Optional[str]
    priority: Optional[int]
    ready_at: Optional[datetime]
    due_at: Optional[datetime]
    deadline_at: Optional[datetime]
    max_attempts: Optional[int]
    correlation_id: Optional[str]
    scope: Optional[Mapping[str, str]]
    template: str
    key: Optional[str]
