"""Texts that the server accepts."""

from __future__ import annotations

import re
from typing import Optional

_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}\Z")


def plain(raw: Optional[str], most: int) -> Optional[str]:
    """No NUL, no half of a surrogate pair, at most this number of UTF-16 units, which the server counts."""
    if raw is None:
        return None
    kept = "".join(c for c in raw[:most] if c != "\0" and not "\ud800" <= c <= "\udfff")
    while len(kept.encode("utf-16-le")) // 2 > most:
        kept = kept[:-1]
    return kept if kept.strip() else None


def is_code(text: str) -> bool:
    """Whether the server accepts the text as a code; any other text is moved into the message."""
    return _CODE.match(text) is not None
