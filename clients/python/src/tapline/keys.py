"""Idempotency keys, by which the server recognizes a repeated request."""

from __future__ import annotations

import uuid
from typing import Any, Dict

HEADER = "Idempotency-Key"
FIELD = "idempotency_key"


def fresh() -> str:
    """A new unique key."""
    return str(uuid.uuid4())


def give_each(body: Dict[str, Any]) -> Dict[str, Any]:
    """A copy of the batch with a key for every item."""
    items = [item if FIELD in item else {**item, FIELD: fresh()} for item in body["items"]]
    return {**body, "items": items}
