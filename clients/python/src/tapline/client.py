"""The client."""

from __future__ import annotations

import os
import ssl
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Type, Union

from .address import Address
from .connections import Connections
from .errors import ConflictError, NotFoundError, TaplineError, from_problem
from .transport import Patience, Transport, in_path
from .work import TASK, Enqueued, PartlyRefusedError, Work

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import WorkerBehaviour, WorkFields
    from .runtime.handlers import Handler
    from .worker import Worker

_BATCH = 1_000
"""The server's limit of items per request."""

_DEFAULT_URL = "http://127.0.0.1:8080"


class Client:
    """A connection to a Tapline server. Threads may share it; close it, or use it as a context manager.

    ``url`` and ``token`` default to ``TAPLINE_URL`` and ``TAPLINE_TOKEN``. ``timeout`` limits one request, and
    ``retry_for`` the retries while the server is unavailable, both in seconds; retries use the same idempotency key.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        timeout: float = 30.0,
        retry_for: float = 30.0,
        tls: Optional[ssl.SSLContext] = None,
    ) -> None:
        if timeout <= 0 or retry_for < 0:
            raise ValueError("timeout must be more than 0 seconds, and retry_for must not be negative")
        self.address = Address.parse(url or os.environ.get("TAPLINE_URL") or _DEFAULT_URL)
        self.connections = Connections(self.address, tls)
        self.transport = Transport(
            self.connections, token or os.environ.get("TAPLINE_TOKEN") or None, Patience(timeout, retry_for)
        )

    # Jobs

    def enqueue(
        self,
        queue: str,
        properties: Union[Work, Mapping[str, Any], None] = None,
        **fields: "Unpack[WorkFields]",
    ) -> Enqueued:
        """Enqueues one job: its properties, and the other fields of :class:`Work` by name.

        ``client.enqueue("extraction", {"sample": "S-1"}, priority=5, key="order-42")``
        """
        return Enqueued.read(self.transport.post("actions/enqueue", _work(properties, **fields).request(queue)))

    def enqueue_many(self, queue: str, works: Iterable[Union[Work, Mapping[str, Any]]]) -> List[Enqueued]:
        """Enqueues many jobs, a thousand per request; each is a :class:`Work`, or a mapping with its properties.

        The result has the order of the argument. If the server refuses some jobs, the others are enqueued, and a
        :class:`PartlyRefusedError` contains the refusals.
        """
        requests = [_work(work).request(queue) for work in works]
        results: List[Union[Enqueued, TaplineError]] = []
        for start in range(0, len(requests), _BATCH):
            answer = self.transport.post("actions/enqueue", {"items": requests[start : start + _BATCH]})
            for item in answer["items"]:
                problem = item.get("problem")
                results.append(from_problem(problem) if problem else Enqueued.read(item["answer"]))
        enqueued = [one for one in results if isinstance(one, Enqueued)]
        if len(enqueued) < len(results):
            raise PartlyRefusedError(results)
        return enqueued

    def subject(self, euid: str) -> Dict[str, Any]:
        """A job: its ``execution`` envelope, ``active_lease``, holds and diagnostics."""
        return self.transport.get("subjects/" + in_path(euid))

    def history(self, euid: str) -> Dict[str, Any]:
        """The history of a job: ``records`` of its attempts with their results, ``leases``, ``actions``."""
        return self.transport.get(f"subjects/{in_path(euid)}/history")

    def cancel(self, euid: str, reason: str, *, soft: bool = False) -> Dict[str, Any]:
        """Cancels a job. ``soft`` requests its worker to stop; otherwise its lease ends at once."""
        body = {"subject_euid": euid, "reason": reason, **({"mode": "soft"} if soft else {})}
        return self.transport.post("actions/cancel", body)

    # Queues

    def queue(self, key: str) -> Dict[str, Any]:
        """A queue's policy."""
        return self.transport.get("queues/" + in_path(key))

    def create_queue(
        self, key: str, *, templates: Sequence[str] = (TASK,), exist_ok: bool = False, **fields: Any
    ) -> Dict[str, Any]:
        """Creates a queue, with any other field of ``create-queue`` by name, such as ``lease_ttl_seconds=60``.

        With ``exist_ok`` an existing queue of this name is not changed.
        """
        if exist_ok:
            try:
                return self.queue(key)
            except NotFoundError:
                pass
        body = {"queue_key": key, "subject_template_codes": list(templates), **fields}
        try:
            self.transport.post("actions/create-queue", body)
        except ConflictError:
            # Another program has created the queue in the meantime.
            if not exist_ok:
                raise
        return self.queue(key)

    # Workers

    def worker(
        self, *queues: str, action: Optional[str] = None, **options: "Unpack[WorkerBehaviour]"
    ) -> "Callable[[Handler], Worker]":
        """The decorator :func:`tapline.worker` for this client."""
        from .worker import worker

        return worker(*queues, action=action, client=self, **options)

    def close(self) -> None:
        """Cancels the calls in progress."""
        self.connections.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def _work(given: Union[Work, Mapping[str, Any], None], **fields: "Unpack[WorkFields]") -> Work:
    if isinstance(given, Work):
        if fields:
            raise TypeError("a Work contains its fields; these were given beside it: " + ", ".join(fields))
        return given
    return Work(properties=given or {}, **fields)
