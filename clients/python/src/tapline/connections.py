"""Persistent connections to one server."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from typing import List, Mapping, NamedTuple, Optional, Set, Tuple

from .address import Address
from .errors import ClosedError

_MOST_IDLE = 16
_CONNECT_SECONDS = 10.0


class Reply(NamedTuple):
    """One complete answer."""

    status: int
    content_type: str
    retry_after: Optional[str]
    body: bytes


class Connections:
    """Reusable connections with one request at a time on each. Threads may share them."""

    def __init__(self, address: Address, tls: Optional[ssl.SSLContext] = None) -> None:
        self._address = address
        self._tls = tls
        self._lock = threading.Lock()
        self._idle: List[http.client.HTTPConnection] = []
        self._busy: Set[http.client.HTTPConnection] = set()
        self._closed = False

    @property
    def closed(self) -> bool:
        return self._closed

    def another(self) -> "Connections":
        """A separate set of connections to the same server, which is closed independently."""
        return Connections(self._address, self._tls)

    def exchange(
        self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float
    ) -> Reply:
        """Sends one request and waits for its answer. Raises OSError without an answer."""
        connection, used = self._take(timeout)
        try:
            return self._send(connection, method, path, headers, body, timeout)
        except (http.client.RemoteDisconnected, ConnectionError):
            if not used:
                raise
        # The server may have closed an idle connection, which is detected only on its next use.
        return self._send(self._fresh(timeout), method, path, headers, body, timeout)

    def close(self) -> None:
        """Also cancels the requests in progress; their callers get a ClosedError."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            busy = list(self._busy)
        for connection in idle:
            connection.close()
        for connection in busy:
            _hang_up(connection)

    def _take(self, timeout: float) -> Tuple[http.client.HTTPConnection, bool]:
        with self._lock:
            if self._closed:
                raise ClosedError("CLIENT_CLOSED", detail="the client is closed")
            if self._idle:
                connection = self._idle.pop()
                self._busy.add(connection)
                return connection, True
        return self._fresh(timeout), False

    def _fresh(self, timeout: float) -> http.client.HTTPConnection:
        address = self._address
        patience = min(timeout, _CONNECT_SECONDS)
        connection: http.client.HTTPConnection
        if address.scheme == "https":
            connection = http.client.HTTPSConnection(
                address.host, address.port, timeout=patience, context=self._tls or ssl.create_default_context()
            )
        else:
            connection = http.client.HTTPConnection(address.host, address.port, timeout=patience)
        connection.connect()
        with self._lock:
            if not self._closed:
                self._busy.add(connection)
                return connection
        connection.close()
        raise ClosedError("CLIENT_CLOSED", detail="the client is closed")

    def _send(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Optional[bytes],
        timeout: float,
    ) -> Reply:
        keep = False
        try:
            if connection.sock is not None:
                connection.sock.settimeout(timeout)
            connection.request(method, self._address.prefix + path, body, dict(headers))
            answer = connection.getresponse()
            reply = Reply(
                answer.status,
                answer.getheader("Content-Type") or "",
                answer.getheader("Retry-After"),
                answer.read(),
            )
            keep = not answer.will_close
            return reply
        except http.client.HTTPException as error:
            if isinstance(error, ConnectionError):
                raise
            raise OSError(f"no HTTP answer: {error!r}") from error
        finally:
            self._give_back(connection, keep)

    def _give_back(self, connection: http.client.HTTPConnection, keep: bool) -> None:
        with self._lock:
            self._busy.discard(connection)
            if keep and not self._closed and len(self._idle) < _MOST_IDLE:
                self._idle.append(connection)
                return
        connection.close()


def _hang_up(connection: http.client.HTTPConnection) -> None:
    """Wakes the thread that waits for an answer; that thread closes the connection."""
    sock = connection.sock
    if sock is not None:
        try:
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
