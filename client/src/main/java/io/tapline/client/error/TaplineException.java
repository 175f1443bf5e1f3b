package io.tapline.client.error;

import java.util.List;

/**
 * A call was refused or got no answer. The subclasses distinguish the caller's options; {@link
 * #code()} is stable.
 */
public class TaplineException extends RuntimeException {

  private final String code;
  private final int status;
  private final String detail;
  private final String field;
  private final List<Problem.FieldError> errors;

  protected TaplineException(Problem problem, String advice) {
    this(problem, advice, null);
  }

  protected TaplineException(Problem problem, String advice, Throwable cause) {
    super(problem.sentence(advice), cause);
    this.code = problem.code();
    this.status = problem.status();
    this.detail = problem.detail();
    this.field = problem.field();
    this.errors = problem.errors();
  }

  /** The stable code, such as {@code LEASE_EXPIRED}. */
  public String code() {
    return code;
  }

  /** The HTTP status; 0 without an answer. */
  public int status() {
    return status;
  }

  /** The server's explanation, in prose. */
  public String detail() {
    return detail;
  }

  /** The wrong field of the request, or null. */
  public String field() {
    return field;
  }

  /** All wrong fields of an invalid request, {@link #field()} included; otherwise empty. */
  public List<Problem.FieldError> errors() {
    return errors;
  }

  /**
   * Whether the same request may succeed later, because the server was unreachable or unable to
   * serve it.
   */
  public boolean passing() {
    return false;
  }
}
