package io.tapline.server.http;

/** The problem of a bare HTTP status, for refusals by the container and the framework. */
final class StatusProblem {

  private StatusProblem() {}

  static Problem of(int status) {
    return switch (status) {
      case 401 -> Problem.of(ProblemCode.UNAUTHENTICATED, "send a bearer token");
      case 403 -> Problem.of(ProblemCode.FORBIDDEN, "the caller lacks the permission");
      case 404 -> Problem.of(ProblemCode.NOT_FOUND, "no resource exists at this path");
      case 405 ->
          Problem.of(ProblemCode.METHOD_NOT_ALLOWED, "the path does not support this method");
      case 408 -> Problem.of(ProblemCode.REQUEST_TIMEOUT, "the request did not arrive in time");
      case 413 -> Problem.of(ProblemCode.PAYLOAD_TOO_LARGE, "the body is too large");
      case 415 -> Problem.of(ProblemCode.UNSUPPORTED_MEDIA_TYPE, "send application/json");
      case 422 -> Problem.of(ProblemCode.VALIDATION_FAILED, "the request cannot be executed");
      case 503 ->
          Problem.of(
              ProblemCode.UNAVAILABLE, "the server cannot answer now; send the request again");
      default ->
          // 501 is for a method or an encoding that Tomcat does not support: not an internal fault.
          status >= 500 && status != 501
              ? Problem.of(ProblemCode.INTERNAL_ERROR, "an internal error")
              : Problem.of(
                  ProblemCode.MALFORMED_REQUEST,
                  "the request cannot be read as HTTP (" + status + ")");
    };
  }
}
