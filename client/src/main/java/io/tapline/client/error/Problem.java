package io.tapline.client.error;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * The reason why a call, or one item of a batch, was refused or failed.
 *
 * @param status the HTTP status; 0 without an answer
 * @param field the wrong field of the request, or null
 * @param errors all wrong fields of an invalid request, the first one included
 */
public record Problem(
    String code, int status, String detail, String field, List<FieldError> errors) {

  /** A wrong field of a request, with the fault and its correction. */
  public record FieldError(String field, String detail) implements Serializable {}

  public Problem {
    errors = errors == null ? List.of() : List.copyOf(errors);
  }

  public Problem(String code, int status, String detail, String field) {
    this(code, status, detail, field, List.of());
  }

  /** The cause and the remedy in one sentence. */
  String sentence(String advice) {
    var text = detail == null || detail.isBlank() ? "the server gave no details" : detail.strip();
    var whole = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    var others = new StringBuilder();
    for (var error : errors) {
      if (!Objects.equals(error.field(), field)) {
        others.append(others.isEmpty() ? "; also " : "; ").append(error.detail());
      }
    }
    return code + ": " + whole + others + (advice.isEmpty() ? "" : "; " + advice);
  }

  /** The exception for this problem's code and status. */
  public TaplineException exception() {
    return switch (code) {
      case "LEASE_EXPIRED", "LEASE_NOT_ACTIVE", "NOT_LEASE_OWNER" -> new LeaseLostException(this);
      case "WORKER_DRAINING", "WORKER_DISABLED" -> new WorkerStoppedException(this);
      case "IDEMPOTENCY_CONFLICT" -> new IdempotencyConflictException(this);
      case "PAYLOAD_TOO_LARGE" -> new ValidationException(this);
      default -> byStatus();
    };
  }

  private TaplineException byStatus() {
    return switch (status) {
      case 400, 405, 415, 422 -> new ValidationException(this);
      case 401 -> new UnauthenticatedException(this);
      case 403 -> new ForbiddenException(this);
      case 404 -> new NotFoundException(this);
      case 409 -> new ConflictException(this);
      case 429 -> new RateLimitedException(this);
      case 502, 503, 504 -> new UnavailableException(this);
      default -> new ServerFaultException(this);
    };
  }
}
