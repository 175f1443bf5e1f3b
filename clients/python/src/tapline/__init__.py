"""Client and worker runtime for Tapline, a durable execution queue on PostgreSQL.

Example::

    from tapline import Client

    client = Client()  # TAPLINE_URL and TAPLINE_TOKEN
    client.create_queue("greetings", exist_ok=True)
    client.enqueue("greetings", {"name": "Ada"})

    @client.worker("greetings")
    def greet(job):
        return {"text": "Hello, " + job.properties["name"]}

    greet.run()
"""

from .cancellation import Cancellation, Cancelled
from .client import Client
from .errors import (
    ClosedError,
    ConflictError,
    FieldError,
    ForbiddenError,
    IdempotencyConflictError,
    LeaseLostError,
    NotFoundError,
    RateLimitedError,
    ServerFaultError,
    TaplineError,
    UnauthenticatedError,
    UnavailableError,
    UnexpectedAnswerError,
    UnreachableError,
    ValidationError,
    WorkerStoppedError,
)
from .failures import ErrorClass, Fail, Hold, JobError, Release, Retry
from .figures import Figures
from .job import Job
from .outcome import Completed, Performed
from .payload import PayloadError
from .running_worker import RunningWorker
from .version import __version__
from .work import TASK, Enqueued, PartlyRefusedError, Work
from .worker import Worker, worker

__all__ = [
    "TASK",
    "Cancellation",
    "Cancelled",
    "Client",
    "ClosedError",
    "Completed",
    "ConflictError",
    "Enqueued",
    "ErrorClass",
    "Fail",
    "FieldError",
    "Figures",
    "ForbiddenError",
    "Hold",
    "IdempotencyConflictError",
    "Job",
    "JobError",
    "LeaseLostError",
    "NotFoundError",
    "PartlyRefusedError",
    "PayloadError",
    "Performed",
    "RateLimitedError",
    "Release",
    "Retry",
    "RunningWorker",
    "ServerFaultError",
    "TaplineError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "UnreachableError",
    "ValidationError",
    "Work",
    "Worker",
    "WorkerStoppedError",
    "__version__",
    "worker",
]
