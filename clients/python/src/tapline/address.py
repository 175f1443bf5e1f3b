"""Server addresses."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit


class Address(NamedTuple):
    """Scheme, host, port, and a path prefix without a trailing slash."""

    scheme: str
    host: str
    port: int
    prefix: str

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Reads a URL such as ``http://127.0.0.1:8080``."""
        wrong = f"'{text}' is not the URL of a server; write it like http://127.0.0.1:8080"
        try:
            parts = urlsplit(text.strip())
            port = parts.port
        except ValueError as error:
            raise ValueError(wrong) from error
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(wrong)
        if parts.username is not None:
            raise ValueError("the URL must not contain a user name; give the token as token= or TAPLINE_TOKEN")
        return cls(
            parts.scheme,
            parts.hostname,
            port or (443 if parts.scheme == "https" else 80),
            parts.path.rstrip("/"),
        )

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.prefix}"
