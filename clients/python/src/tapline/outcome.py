"""What a handler may return to say more than a result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Optional, Sequence, Union

from .failures import ErrorClass


@dataclass(frozen=True)
class Completed:
    """The work is done; the result is anything that becomes JSON."""

    result: Any = None
    next_queue: Optional[str] = None
    """The subject goes on to this queue; without one it is COMPLETED."""
    next_action: Optional[str] = None
    """What is to be done there."""
    outputs: Sequence[str] = ()
    """EUIDs of what was made; linked by lineage."""


@dataclass(frozen=True)
class Performed:
    """The work is done by an action that a pack brings, which ends this step under this lease."""

    action: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Failed:
    """The work failed; handlers raise, so this is what an exception becomes."""

    error_class: ErrorClass
    code: Optional[str]
    message: Optional[str]
    result: Any = None


@dataclass(frozen=True)
class Released:
    """The work is given back; it costs no attempt."""

    reason: str


Outcome = Union[Completed, Performed, Failed, Released]
