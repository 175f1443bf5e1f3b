package io.tapline.client.error;

/**
 * A call that got no answer, or was refused. Its subclasses say what that means for the caller;
 * {@link #code()} is the server's stable word for it.
 */
public class TaplineException extends RuntimeException {

  private final String code;
  private final int status;
  private final String detail;
  private final String field;

  protected TaplineException(Problem problem, String advice) {
    this(problem, advice, null);
  }

  protected TaplineException(Problem problem, String advice, Throwable cause) {
    super(problem.sentence(advice), cause);
    this.code = problem.code();
    this.status = problem.status();
    this.detail = problem.detail();
    this.field = problem.field();
  }

  /** The stable code, such as {@code LEASE_EXPIRED}. */
  public String code() {
    return code;
  }

  /** The HTTP status; 0 when no answer came. */
  public int status() {
    return status;
  }

  /** What the server said, for people. */
  public String detail() {
    return detail;
  }

  /** The field of the request that is to blame, or null. */
  public String field() {
    return field;
  }

  /** Whether the same request may go well later: the server was not there, or not able. */
  public boolean passing() {
    return false;
  }
}
