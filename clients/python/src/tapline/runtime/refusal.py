"""Classifies refusals of single items."""

from __future__ import annotations

from ..errors import TaplineError

_LOST = frozenset(("LEASE_EXPIRED", "LEASE_NOT_ACTIVE", "NOT_LEASE_OWNER", "SUBJECT_HELD", "SUBJECT_TERMINAL"))
_OURS = frozenset(("lease_euid", "subject_euid", "worker_euid"))


def means_lost(problem: TaplineError) -> bool:
    """Whether the worker has lost the lease, so that a retry cannot succeed."""
    # In a batch the field has its item as a prefix: items[3].lease_euid.
    field = (problem.field or "").rpartition(".")[2]
    return problem.code in _LOST or (problem.code == "NOT_FOUND" and field in _OURS)
