"""A leased and started job, from the answer to a claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional


@dataclass(frozen=True)
class Claim:
    """The lease, the attempt and the data of a job."""

    subject_euid: str
    queue_key: str
    action_key: Optional[str]
    attempt_number: int
    fencing_token: int
    lease_euid: str
    record_euid: str
    ttl: float
    renew_every: float
    """A third of the lease, so that two renewals may fail, or the queue's shorter interval."""
    correlation_id: Optional[str]
    trace_id: Optional[str]
    properties: Dict[str, Any]

    @classmethod
    def read(cls, item: Mapping[str, Any]) -> "Claim":
        ttl = float(item["ttl_seconds"])
        interval = float(item.get("heartbeat_interval_seconds") or 0)
        return cls(
            item["subject_euid"],
            item["queue_key"],
            item.get("next_action_key"),
            item["attempt_number"],
            item["fencing_token"],
            item["lease_euid"],
            item["record_euid"],
            ttl,
            min(interval, ttl / 3) if interval > 0 else ttl / 3,
            item.get("correlation_id"),
            item.get("trace_id"),
            item.get("properties") or {},
        )


@dataclass(frozen=True)
class Note:
    """Progress of a job."""

    claim: Claim
    fraction: Optional[float]
    message: Optional[str]
