package io.tapline.server.grpc;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tapline.server.http.Problem;

/** Converts a problem to a gRPC status with the message, and the code in a trailer. */
final class GrpcRefusals {

  static final Metadata.Key<String> CODE =
      Metadata.Key.of("tapline-code", Metadata.ASCII_STRING_MARSHALLER);

  static final Metadata.Key<String> FIELD =
      Metadata.Key.of("tapline-field", Metadata.ASCII_STRING_MARSHALLER);

  /**
   * Limit in characters. All trailers together may have 8 KiB, and a character may take nine bytes
   * there; beyond that the client receives a broken call instead of the reason.
   */
  private static final int LONGEST = 500;

  private GrpcRefusals() {}

  static StatusRuntimeException of(Problem problem) {
    var trailers = new Metadata();
    trailers.put(CODE, problem.code());
    if (problem.field() != null) {
      trailers.put(FIELD, shorten(problem.field()));
    }
    return status(problem.status())
        .withDescription(shorten(problem.detail()))
        .asRuntimeException(trailers);
  }

  private static String shorten(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }

  /** Every code has one HTTP status, which determines the gRPC status. */
  private static Status status(int http) {
    return switch (http) {
      case 401 -> Status.UNAUTHENTICATED;
      case 403 -> Status.PERMISSION_DENIED;
      case 404 -> Status.NOT_FOUND;
      case 409 -> Status.FAILED_PRECONDITION;
      case 400, 413, 415, 422 -> Status.INVALID_ARGUMENT;
      case 429 -> Status.RESOURCE_EXHAUSTED;
      case 503 -> Status.UNAVAILABLE;
      default -> Status.INTERNAL;
    };
  }
}
