package io.tapline.server.http;

/** A refusal by the protocol layer. */
public final class ProblemException extends RuntimeException {

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.code() + ": " + problem.detail());
    this.problem = problem;
  }

  public static ProblemException of(ProblemCode code, String detail) {
    return new ProblemException(Problem.of(code, detail));
  }

  /** An invalid field, parameter or header. */
  public static ProblemException invalid(String field, String message) {
    return new ProblemException(
        Problem.of(ProblemCode.VALIDATION_FAILED, field + ": " + message, field));
  }

  public Problem problem() {
    return problem;
  }
}
