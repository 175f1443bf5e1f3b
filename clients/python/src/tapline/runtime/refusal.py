"""What a refused item means to its worker."""

from __future__ import annotations

from ..errors import TaplineError

_LOST = frozenset(("LEASE_EXPIRED", "LEASE_NOT_ACTIVE", "NOT_LEASE_OWNER", "SUBJECT_HELD", "SUBJECT_TERMINAL"))
_OURS = frozenset(("lease_euid", "subject_euid", "worker_euid"))


def means_lost(problem: TaplineError) -> bool:
    """The work is no longer ours, whatever we do."""
    # In a batch a field is named with its place: items[3].lease_euid.
    field = (problem.field or "").rpartition(".")[2]
    return problem.code in _LOST or (problem.code == "NOT_FOUND" and field in _OURS)
