package io.tapline.client.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;

/** Converts a gRPC status to the server's problem. */
final class GrpcProblems {

  private static final Metadata.Key<String> CODE =
      Metadata.Key.of("tapline-code", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> FIELD =
      Metadata.Key.of("tapline-field", Metadata.ASCII_STRING_MARSHALLER);

  private GrpcProblems() {}

  static TaplineException exception(Throwable thrown) {
    var status = Status.fromThrowable(thrown);
    var trailers = Status.trailersFromThrowable(thrown);
    var code = trailers == null ? null : trailers.get(CODE);
    var problem =
        new Problem(
            code == null ? status.getCode().name() : code,
            http(status.getCode()),
            status.getDescription() == null ? "the server did not answer" : status.getDescription(),
            trailers == null ? null : trailers.get(FIELD));
    return problem.exception();
  }

  private static int http(Status.Code code) {
    return switch (code) {
      case INVALID_ARGUMENT -> 422;
      case UNAUTHENTICATED -> 401;
      case PERMISSION_DENIED -> 403;
      case NOT_FOUND -> 404;
      case FAILED_PRECONDITION -> 409;
      case RESOURCE_EXHAUSTED -> 429;
      // The outcome is unknown, and the same request may be sent again.
      case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> 503;
      default -> 500;
    };
  }
}
