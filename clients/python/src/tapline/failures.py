"""How a handler says that its work did not succeed: it raises one of these."""

from __future__ import annotations

from enum import Enum
from typing import Any, Optional


class ErrorClass(str, Enum):
    """The class of a failure decides what becomes of the work."""

    TRANSIENT_SYSTEM = "TRANSIENT_SYSTEM"
    """Tried again: a fault of the worker's own."""
    TRANSIENT_DEPENDENCY = "TRANSIENT_DEPENDENCY"
    """Tried again: something it needs was not there."""
    TRANSIENT_CAPACITY = "TRANSIENT_CAPACITY"
    """Tried again: too little memory, too few places."""
    PERMANENT_INPUT = "PERMANENT_INPUT"
    """Failed for good: the input is wrong."""
    PERMANENT_STATE = "PERMANENT_STATE"
    """Failed for good: it cannot be done as things are."""
    BUSINESS_RULE_HOLD = "BUSINESS_RULE_HOLD"
    """Stopped until a person releases the hold."""
    OPERATOR_CANCELED = "OPERATOR_CANCELED"
    """Cancelled, as an operator asked."""


class JobError(Exception):
    """A failure whose class the handler knows. ``result`` is kept in the record of the attempt."""

    def __init__(
        self, message: str, *, error_class: ErrorClass, code: Optional[str] = None, result: Any = None
    ) -> None:
        super().__init__(message)
        self.error_class = ErrorClass(error_class)
        self.code = code
        self.result = result


class Retry(JobError):
    """Tried again, later each time, until its attempts are spent; then it is a dead letter."""

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        error_class: ErrorClass = ErrorClass.TRANSIENT_SYSTEM,
        result: Any = None,
    ) -> None:
        super().__init__(message, error_class=error_class, code=code, result=result)


class Fail(JobError):
    """Failed for good: a dead letter."""

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        error_class: ErrorClass = ErrorClass.PERMANENT_INPUT,
        result: Any = None,
    ) -> None:
        super().__init__(message, error_class=error_class, code=code, result=result)


class Hold(JobError):
    """Held until a person has looked at it and releases it."""

    def __init__(self, message: str, *, code: Optional[str] = None, result: Any = None) -> None:
        super().__init__(message, error_class=ErrorClass.BUSINESS_RULE_HOLD, code=code, result=result)


class Release(Exception):
    """Given back unfinished: it costs no attempt, and any worker may have it at once."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
