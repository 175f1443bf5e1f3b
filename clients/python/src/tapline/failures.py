"""Exceptions by which a handler reports that a job did not succeed."""

from __future__ import annotations

from enum import Enum
from typing import Any, Optional


class ErrorClass(str, Enum):
    """The class of a failure determines retry, permanent failure, hold or cancellation of the job."""

    TRANSIENT_SYSTEM = "TRANSIENT_SYSTEM"
    """Retried: a fault of the worker."""
    TRANSIENT_DEPENDENCY = "TRANSIENT_DEPENDENCY"
    """Retried: a dependency was unavailable."""
    TRANSIENT_CAPACITY = "TRANSIENT_CAPACITY"
    """Retried: the worker lacked memory or slots."""
    PERMANENT_INPUT = "PERMANENT_INPUT"
    """Permanent failure: the input is wrong."""
    PERMANENT_STATE = "PERMANENT_STATE"
    """Permanent failure: the present state does not allow the job."""
    BUSINESS_RULE_HOLD = "BUSINESS_RULE_HOLD"
    """Held until a person releases the hold."""
    OPERATOR_CANCELED = "OPERATOR_CANCELED"
    """Cancelled at an operator's request."""


class JobError(Exception):
    """A failure with an explicit error class. ``result`` is stored in the record of the attempt."""

    def __init__(
        self, message: str, *, error_class: ErrorClass, code: Optional[str] = None, result: Any = None
    ) -> None:
        super().__init__(message)
        self.error_class = ErrorClass(error_class)
        self.code = code
        self.result = result


class Retry(JobError):
    """The job is retried with increasing delays until its attempts are used up; then it is a dead letter."""

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
    """The job fails permanently, with a dead letter."""

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
    """The job is held until a person releases it."""

    def __init__(self, message: str, *, code: Optional[str] = None, result: Any = None) -> None:
        super().__init__(message, error_class=ErrorClass.BUSINESS_RULE_HOLD, code=code, result=result)


class Release(Exception):
    """The job is returned unfinished; this costs no attempt, and any worker may claim it at once."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
