"""A proxy that loses answers on their way, after the server has done what was asked."""

from __future__ import annotations

import socket
import threading
from types import TracebackType
from typing import Optional, Type
from urllib.parse import urlsplit


class LossyProxy:
    """Passes bytes between a client and a server, and hangs up instead of passing the next answers on."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname or "", parts.port or 80)
        self._near = socket.create_server(("127.0.0.1", 0))
        self._to_lose = 0
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._near.getsockname()[1]}"

    def lose(self, answers: int) -> None:
        self._to_lose = answers

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._near.accept()
            except OSError:
                return
            self.connections += 1
            server = socket.create_connection(self._server)
            threading.Thread(target=self._pass, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, True), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        try:
            while True:
                some = source.recv(65536)
                if not some:
                    break
                if answers and self._to_lose > 0:
                    self._to_lose -= 1
                    break
                target.sendall(some)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def __enter__(self) -> "LossyProxy":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self._near.close()
