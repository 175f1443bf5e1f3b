"""Return values of a handler with more information than a result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Sequence, Union

from .failures import ErrorClass


@dataclass(frozen=True)
class Completed:
    """The job is done; the result is anything that serializes to JSON."""

    result: Any = None
    next_queue: Optional[str] = None
    """The next queue of the job; without one the job is COMPLETED."""
    next_action: Optional[str] = None
    """The action of the job in the next queue."""
    outputs: Sequence[str] = ()
    """EUIDs of the created objects; linked by lineage."""


@dataclass(frozen=True)
class Performed:
    """The job is done by an action of a pack, which ends this step under this lease."""

    action: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Failed:
    """The attempt failed; the runtime creates this from an exception."""

    error_class: ErrorClass
    code: Optional[str]
    message: Optional[str]
    result: Any = None


@dataclass(frozen=True)
class Released:
    """The job is returned to its queue; costs no attempt."""

    reason: str


Outcome = Union[Completed, Performed, Failed, Released]
