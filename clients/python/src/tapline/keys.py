"""Idempotency keys: what makes a repeated request the same request."""

from __future__ import annotations

import uuid
from typing import Any, Dict

HEADER = "Idempotency-Key"
FIELD = "idempotency_key"


def fresh() -> str:
    """A key that nobody else has."""
    return str(uuid.uuid4())


def give_each(body: Dict[str, Any]) -> Dict[str, Any]:
    """The same batch, with a key for every item that has none."""
    items = [item if FIELD in item else {**item, FIELD: fresh()} for item in body["items"]]
    return {**body, "items": items}
