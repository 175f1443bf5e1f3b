"""Untyped calls: a JSON object in, a JSON object out, problems as exceptions."""

from __future__ import annotations

import json
import time
from typing import Any, Dict, Mapping, NamedTuple, Optional
from urllib.parse import quote, urlencode

from . import keys
from .backoff import Backoff
from .connections import Connections, Reply
from .errors import ClosedError, TaplineError, UnavailableError, UnexpectedAnswerError, UnreachableError, from_problem
from .version import __version__

EXECUTION = "/api/v1/execution/"

_PASSING = frozenset((429, 502, 503, 504))


class Patience(NamedTuple):
    """Time limits in seconds of one request, and of the retries while the server is unavailable."""

    timeout: float = 30.0
    retry_for: float = 30.0


class Transport:
    """Requests to one server as one principal.

    Paths that do not begin with ``/`` are relative to the execution API. Every POST carries an idempotency key, and
    so does each item of a batch. After a lost answer the request is sent again with the same key, so the server
    replays its answer and performs nothing twice.
    """

    def __init__(self, connections: Connections, token: Optional[str], patience: Patience = Patience()) -> None:
        self._connections = connections
        self._token = token
        self.patience = patience

    def once(self, timeout: Optional[float] = None) -> "Transport":
        """A copy that sends each request once."""
        return Transport(self._connections, self._token, Patience(timeout or self.patience.timeout, 0.0))

    def over(self, connections: Connections) -> "Transport":
        """A copy that uses other connections."""
        return Transport(connections, self._token, self.patience)

    def get(self, path: str, query: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
        """Sends a GET. Parameters with the value None are omitted."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        return self._call("GET", path + ("?" + urlencode(given) if given else ""), {}, None, 0.0)

    def post(self, path: str, body: Mapping[str, Any], wait: float = 0.0) -> Dict[str, Any]:
        """Sends a POST. With ``wait`` the server may wait for this many seconds while there is nothing to return."""
        whole = dict(body)
        headers = {"Content-Type": "application/json"}
        if isinstance(whole.get("items"), list):
            whole = keys.give_each(whole)
        elif keys.FIELD not in whole:
            headers[keys.HEADER] = keys.fresh()
        if wait:
            headers["Prefer"] = f"wait={int(wait)}"
        return self._call("POST", path, headers, encode(whole), wait)

    def _call(
        self, method: str, path: str, headers: Dict[str, str], body: Optional[bytes], wait: float
    ) -> Dict[str, Any]:
        whole = path if path.startswith("/") else EXECUTION + path
        headers["Accept"] = "application/json"
        headers["User-Agent"] = f"tapline-python/{__version__}"
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        until = time.monotonic() + self.patience.retry_for
        backoff = Backoff()
        while True:
            pause = backoff.next()
            try:
                reply = self._connections.exchange(method, whole, headers, body, self.patience.timeout + wait)
                pause = max(pause, _retry_after(reply))
                if reply.status not in _PASSING or time.monotonic() + pause > until:
                    return _answer(whole, reply)
            except OSError as error:
                if self._connections.closed:
                    raise ClosedError("CLIENT_CLOSED", detail="the client was closed during the call") from error
                if time.monotonic() + pause > until:
                    raise UnreachableError("UNREACHABLE", detail=f"the server does not answer: {error}") from error
            time.sleep(pause)


def encode(value: Any) -> bytes:
    """Serializes to JSON. JSON has no NaN and no infinities; they raise a ValueError."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")


def in_path(text: str) -> str:
    """Encodes a value for a path."""
    return quote(text, safe="")


def _retry_after(reply: Reply) -> float:
    text = reply.retry_after or ""
    return float(text) if text.isdigit() and reply.status in _PASSING else 0.0


def _answer(path: str, reply: Reply) -> Dict[str, Any]:
    tree: Any = None
    if "json" in reply.content_type:
        try:
            tree = json.loads(reply.body)
        except ValueError:
            tree = None
    if isinstance(tree, dict):
        if reply.status == 200:
            return tree
        if isinstance(tree.get("code"), str):
            raise from_problem(tree)
    raise _stranger(path, reply)


def _stranger(path: str, reply: Reply) -> TaplineError:
    detail = f"{path} was answered with {reply.status}, {reply.content_type or 'no content type'}"
    if reply.status in _PASSING:
        return UnavailableError("UNAVAILABLE", reply.status, detail)
    return UnexpectedAnswerError("UNEXPECTED_ANSWER", reply.status, detail + "; check that the URL is that of a Tapline server")
