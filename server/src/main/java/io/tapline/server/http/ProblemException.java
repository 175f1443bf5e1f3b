package io.tapline.server.http;

/** The door itself turned the request away. */
public final class ProblemException extends RuntimeException {

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.code() + ": " + problem.detail());
    this.problem = problem;
  }

  public static ProblemException of(ProblemCode code, String detail) {
    return new ProblemException(Problem.of(code, detail));
  }

  /** A field, parameter or header that cannot be what it is. */
  public static ProblemException invalid(String field, String message) {
    return new ProblemException(
        Problem.of(ProblemCode.VALIDATION_FAILED, field + ": " + message, field));
  }

  public Problem problem() {
    return problem;
  }
}
