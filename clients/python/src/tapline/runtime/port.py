"""The actions of a worker over HTTP."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, TypeVar

from .. import keys
from ..connections import Connections
from ..errors import ConflictError, TaplineError, UnauthenticatedError, UnexpectedAnswerError, from_problem
from ..outcome import Completed, Failed, Outcome, Performed, Released
from ..transport import Transport, in_path
from .claim import Claim, Note
from .clock import DatabaseClock

T = TypeVar("T")

BATCH = 500
"""The server's limit of items per request."""

_LEAST = 2.0
"""Lower limit of the renewal timeout: a busy server may need longer than a third of a short lease."""


class Verdict(NamedTuple):
    """The server's answer to one item."""

    problem: Optional[TaplineError]
    cancel_requested: bool = False


class Next(NamedTuple):
    """The claim in a report."""

    queues: Sequence[str]
    most: int
    key: str


class Reported(NamedTuple):
    """The answer to a report."""

    verdicts: List[Verdict]
    claimed: List[Claim]
    """Empty when no job is ready or the claim was refused: a separate claim returns the reason."""


class Vitals(NamedTuple):
    """The answer to a heartbeat."""

    live: List[str]
    lost: List[str]
    cancel_requested: List[str]


class WorkPort:
    """Each call tries once, because a running worker retries in its loops; registration retries as a client call."""

    def __init__(self, transport: Transport, claims: Connections) -> None:
        """``claims``: separate connections for claims, which are closed to cancel a waiting claim."""
        self._patient = transport
        self._once = transport.once()
        self._claims = transport.once().over(claims)
        self._clock = DatabaseClock()

    def require_queue(self, key: str) -> None:
        self._patient.get("queues/" + in_path(key))

    def register(self, registration: Mapping[str, Any]) -> str:
        answer = self._patient.post("actions/register-worker", registration)
        self._clock.learn((answer.get("result") or {}).get("heartbeat_at"))
        return str(answer["worker_euid"])

    def heartbeat(self, worker_euid: str) -> Vitals:
        return self._beat({"worker_euid": worker_euid})

    def leave(self, worker_euid: str) -> Vitals:
        """The last heartbeat: the worker is offline at once instead of after its heartbeat TTL."""
        return self._beat({"worker_euid": worker_euid, "ending": True})

    def _beat(self, body: Dict[str, Any]) -> Vitals:
        result = self._once.post("actions/heartbeat-worker", body).get("result") or {}
        self._clock.learn(result.get("heartbeat_at"))
        return Vitals(
            list(result.get("live_leases") or ()),
            list(result.get("lost_leases") or ()),
            list(result.get("cancel_requested") or ()),
        )

    def claim(self, worker_euid: str, queues: Sequence[str], most: int, wait: float, key: str) -> List[Claim]:
        body: Dict[str, Any] = {"worker_euid": worker_euid, "max_items": most, "start": True, keys.FIELD: key}
        body.update(_from(queues))
        # The claim carries a deadline: after this call times out, no worker waits for granted jobs.
        latest = self._clock.after(wait + self._claims.patience.timeout)
        try:
            answer = self._claims.post(
                "actions/claim", body if latest is None else {**body, "not_after": latest}, wait
            )
        except ConflictError as error:
            if error.code != "CLAIM_TOO_LATE" or latest is None:
                raise
            # The call has not timed out, so the database's clock was changed.
            self._clock.forget()
            answer = self._claims.post("actions/claim", body, wait)
        return [Claim.read(item) for item in answer["claims"]]

    def renew(self, worker_euid: str, claims: Sequence[Claim]) -> List[Verdict]:
        # A third of the shortest lease, so that a slow renewal can be retried before the lease lapses.
        third = max(_LEAST, min(claim.ttl for claim in claims) / 3)
        timeout = min(third, self._once.patience.timeout)
        return self._many(
            "actions/renew-lease", claims, lambda claim: _verb(worker_euid, claim), self._once.once(timeout)
        )

    def progress(self, worker_euid: str, notes: Sequence[Note]) -> List[Verdict]:
        return self._many(
            "actions/progress",
            notes,
            lambda note: _with(_verb(worker_euid, note.claim), fraction=note.fraction, message=note.message),
        )

    def report(
        self, worker_euid: str, results: Sequence["tuple[Claim, Outcome]"], following: Optional[Next] = None
    ) -> Reported:
        """Reports the outcomes of jobs, each with its own verdict. With ``following`` the same request then claims
        jobs. A pack action is sent in its own request, because it takes no batch.
        """
        verdicts: List[Optional[Verdict]] = []
        items: List[Dict[str, Any]] = []
        for claim, outcome in results:
            if isinstance(outcome, Performed):
                verdicts.append(self.perform(worker_euid, claim, outcome))
            else:
                verdicts.append(None)
                items.append(_result(worker_euid, claim, outcome))
        received, claimed = self._report(items, following) if items else Reported([], [])
        rest = iter(received)
        return Reported([verdict or next(rest) for verdict in verdicts], claimed)

    def perform(self, worker_euid: str, claim: Claim, performed: Performed) -> Verdict:
        """A pack action is sent in its own request, because it takes no batch."""
        body = {
            **performed.fields,
            **_verb(worker_euid, claim),
            keys.FIELD: "perform-" + claim.lease_euid,
        }
        try:
            self._once.post("actions/" + performed.action.replace("_", "-"), body)
            return Verdict(None)
        except TaplineError as error:
            if error.passing or isinstance(error, UnauthenticatedError):
                raise
            return Verdict(error)

    def release(self, worker_euid: str, given_back: Sequence["tuple[str, str]"]) -> List[Verdict]:
        """Releases leases without a handler, each given as a lease and a reason."""
        return self._report([_release(worker_euid, lease, reason) for lease, reason in given_back], None).verdicts

    def _report(self, items: List[Dict[str, Any]], following: Optional[Next]) -> Reported:
        request: Dict[str, Any] = {"items": items}
        if following is not None:
            # The claim carries the deadline of this call; the results are recorded even when the claim is too late.
            request["claim_next"] = _with(
                {"max_items": following.most, "start": True, keys.FIELD: following.key, **_from(following.queues)},
                not_after=self._clock.after(self._once.patience.timeout),
            )
        answer = self._once.post("actions/report-results", request)
        if (answer.get("claim_problem") or {}).get("code") == "CLAIM_TOO_LATE":
            # The call has not timed out, so the database's clock was changed.
            self._clock.forget()
        claimed = (answer.get("claimed") or {}).get("claims") or ()
        return Reported(_verdicts(answer, len(items)), [Claim.read(item) for item in claimed])

    def _many(
        self,
        path: str,
        all_of_them: Sequence[T],
        body: Callable[[T], Dict[str, Any]],
        transport: Optional[Transport] = None,
    ) -> List[Verdict]:
        answer = (transport or self._once).post(path, {"items": [body(one) for one in all_of_them]})
        return _verdicts(answer, len(all_of_them))


def _from(queues: Sequence[str]) -> Dict[str, Any]:
    """The queues of a claim; without any it is for all queues that the worker serves."""
    return {"queue_key": queues[0]} if len(queues) == 1 else {"queue_keys": list(queues)} if queues else {}


def _verb(worker_euid: str, claim: Claim) -> Dict[str, Any]:
    return {"worker_euid": worker_euid, "subject_euid": claim.subject_euid, "lease_euid": claim.lease_euid}


def _result(worker_euid: str, claim: Claim, outcome: Outcome) -> Dict[str, Any]:
    """One item of a report: the request of its action."""
    if isinstance(outcome, Completed):
        return _with(
            _verb(worker_euid, claim),
            action="complete",
            action_key=claim.action_key,
            next_queue_key=outcome.next_queue,
            next_action_key=outcome.next_action,
            result_payload=outcome.result,
            outputs=list(outcome.outputs) or None,
            idempotency_key="complete-" + claim.lease_euid,
        )
    if isinstance(outcome, Failed):
        return _with(
            _verb(worker_euid, claim),
            action="fail",
            error_class=outcome.error_class.value,
            error_code=outcome.code,
            error_message=outcome.message,
            result_payload=outcome.result,
            idempotency_key="fail-" + claim.lease_euid,
        )
    assert isinstance(outcome, Released)
    return _release(worker_euid, claim.lease_euid, outcome.reason)


def _release(worker_euid: str, lease_euid: str, reason: str) -> Dict[str, Any]:
    return {
        "worker_euid": worker_euid,
        "lease_euid": lease_euid,
        "action": "release-lease",
        "reason": reason,
        keys.FIELD: "release-" + lease_euid,
    }


def _with(body: Dict[str, Any], **fields: Any) -> Dict[str, Any]:
    """Omits fields that are None."""
    body.update({name: value for name, value in fields.items() if value is not None})
    return body


def _verdicts(answer: Mapping[str, Any], expected: int) -> List[Verdict]:
    verdicts = [_verdict(item) for item in answer["items"]]
    if len(verdicts) != expected:
        raise UnexpectedAnswerError(
            "UNEXPECTED_ANSWER", 200, f"{len(verdicts)} verdicts came for {expected} items"
        )
    return verdicts


def _verdict(item: Mapping[str, Any]) -> Verdict:
    problem = item.get("problem")
    if problem:
        return Verdict(from_problem(problem))
    result = (item.get("answer") or {}).get("result") or {}
    return Verdict(None, bool(result.get("cancel_requested")))
