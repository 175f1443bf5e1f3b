"""What goes wrong between a program and the server, each kind with a type of its own."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type


class TaplineError(Exception):
    """A call that got no answer, or was refused. ``code`` is the server's stable word for it."""

    passing = False
    """Whether the same request may go well later: the server was not there, or not able."""

    def __init__(self, code: str, status: int = 0, detail: str = "", field: Optional[str] = None) -> None:
        said = detail.strip().rstrip(".") or "no more is known"
        super().__init__(f"{code}: {said}")
        self.code = code
        self.status = status
        """The HTTP status; 0 when no answer came."""
        self.detail = detail
        """What the server said, for people."""
        self.field = field
        """The field of the request that is to blame, or None."""


class UnauthenticatedError(TaplineError):
    """The server does not know the token, or none was sent."""


class ForbiddenError(TaplineError):
    """The token's roles do not allow it."""


class NotFoundError(TaplineError):
    """There is no such thing, for this tenant."""


class ValidationError(TaplineError):
    """The request is wrong; ``field`` says where."""


class ConflictError(TaplineError):
    """Not in this state, or not at this revision."""


class LeaseLostError(TaplineError):
    """The lease lapsed, ended, or is another worker's."""


class WorkerStoppedError(ConflictError):
    """An administrator drained, disabled or retired the worker."""


class IdempotencyConflictError(ConflictError):
    """The idempotency key was used before, for another request."""


class RateLimitedError(TaplineError):
    """Too much at once; later it may go well."""

    passing = True


class UnavailableError(TaplineError):
    """The server, or a proxy before it, is starting, stopping or overloaded."""

    passing = True


class UnreachableError(TaplineError):
    """Nobody answers at the server's address."""

    passing = True


class ServerFaultError(TaplineError):
    """A fault of the server's own."""

    passing = True


class UnexpectedAnswerError(TaplineError):
    """Whatever answered is no Tapline server."""


class ClosedError(TaplineError):
    """The client was closed while, or before, it was called."""


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
    """The error that a problem document (RFC 9457) means."""
    code = str(problem["code"])
    status = int(problem.get("status", 500))
    kind = _BY_CODE.get(code) or _BY_STATUS.get(status, ServerFaultError)
    return kind(code, status, str(problem.get("detail") or ""), problem.get("field"))
