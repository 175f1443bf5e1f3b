"""Errors of calls, with one type for each way to continue."""

from __future__ import annotations

from typing import Any, Dict, Mapping, NamedTuple, Optional, Sequence, Type


class FieldError(NamedTuple):
    """A wrong field of a request, with the fault and its correction."""

    field: str
    detail: str


class TaplineError(Exception):
    """A call was refused or got no answer. ``code`` is stable."""

    passing = False
    """Whether the same request may succeed later, because the server was unreachable or unable to serve it."""

    def __init__(
        self,
        code: str,
        status: int = 0,
        detail: str = "",
        field: Optional[str] = None,
        errors: Sequence[FieldError] = (),
    ) -> None:
        explanation = detail.strip().rstrip(".") or "the server gave no details"
        others = [error.detail for error in errors if error.field != field]
        super().__init__(f"{code}: {explanation}" + (f"; also {'; '.join(others)}" if others else ""))
        self.code = code
        self.status = status
        """The HTTP status; 0 without an answer."""
        self.detail = detail
        """The server's explanation, in prose."""
        self.field = field
        """The wrong field of the request, or None."""
        self.errors = list(errors)
        """All wrong fields of an invalid request, ``field`` included."""


class UnauthenticatedError(TaplineError):
    """The request has no valid token."""


class ForbiddenError(TaplineError):
    """The token's roles do not allow it."""


class NotFoundError(TaplineError):
    """The named object does not exist in this tenant."""


class ValidationError(TaplineError):
    """The request is invalid; ``field`` names the first wrong field, ``errors`` has all."""


class ConflictError(TaplineError):
    """The present state or revision does not allow the request."""


class LeaseLostError(TaplineError):
    """The lease lapsed, was ended, or belongs to another worker."""


class WorkerStoppedError(ConflictError):
    """An administrator drained, disabled or retired the worker."""


class IdempotencyConflictError(ConflictError):
    """The idempotency key was used before, for another request."""


class RateLimitedError(TaplineError):
    """The server limits the rate of calls; a later call may succeed."""

    passing = True


class UnavailableError(TaplineError):
    """The server, or a proxy in front of it, is starting, stopping or overloaded."""

    passing = True


class UnreachableError(TaplineError):
    """No server answers at the address."""

    passing = True


class ServerFaultError(TaplineError):
    """An internal error of the server."""

    passing = True


class UnexpectedAnswerError(TaplineError):
    """The answer is not from a Tapline server."""


class ClosedError(TaplineError):
    """The client was closed before or during the call."""


_BY_CODE: Dict[str, Type[TaplineError]] = {
    "LEASE_EXPIRED": LeaseLostError,
    "LEASE_NOT_ACTIVE": LeaseLostError,
    "NOT_LEASE_OWNER": LeaseLostError,
    "WORKER_DRAINING": WorkerStoppedError,
    "WORKER_DISABLED": WorkerStoppedError,
    "IDEMPOTENCY_CONFLICT": IdempotencyConflictError,
    "PAYLOAD_TOO_LARGE": ValidationError,
}

_BY_STATUS: Dict[int, Type[TaplineError]] = {
    400: ValidationError,
    401: UnauthenticatedError,
    403: ForbiddenError,
    404: NotFoundError,
    405: ValidationError,
    408: UnavailableError,
    409: ConflictError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitedError,
    502: UnavailableError,
    503: UnavailableError,
    504: UnavailableError,
}


def from_problem(problem: Mapping[str, Any]) -> TaplineError:
    """The error for a problem document (RFC 9457)."""
    code = str(problem["code"])
    status = int(problem.get("status", 500))
    kind = _BY_CODE.get(code) or _BY_STATUS.get(status, ServerFaultError)
    errors = [FieldError(str(one.get("field")), str(one.get("detail"))) for one in problem.get("errors") or ()]
    return kind(code, status, str(problem.get("detail") or ""), problem.get("field"), errors)
