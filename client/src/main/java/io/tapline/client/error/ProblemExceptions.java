package io.tapline.client.error;

/** Maps the code and status of a problem to an exception. */
final class ProblemExceptions {

  private ProblemExceptions() {}

  static TaplineException exceptionFor(Problem problem) {
    return switch (problem.code()) {
      case "LEASE_EXPIRED", "LEASE_NOT_ACTIVE", "NOT_LEASE_OWNER" ->
          new LeaseLostException(problem);
      case "WORKER_DRAINING", "WORKER_DISABLED" -> new WorkerStoppedException(problem);
      case "IDEMPOTENCY_CONFLICT" -> new IdempotencyConflictException(problem);
      case "PAYLOAD_TOO_LARGE" -> new ValidationException(problem);
      default -> byStatus(problem);
    };
  }

  private static TaplineException byStatus(Problem problem) {
    return switch (problem.status()) {
      case 400, 405, 415, 422 -> new ValidationException(problem);
      case 401 -> new UnauthenticatedException(problem);
      case 403 -> new ForbiddenException(problem);
      case 404 -> new NotFoundException(problem);
      case 409 -> new ConflictException(problem);
      case 429 -> new RateLimitedException(problem);
      case 502, 503, 504 -> new UnavailableException(problem);
      default -> new ServerFaultException(problem);
    };
  }
}
