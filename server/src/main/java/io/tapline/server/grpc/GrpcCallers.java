package io.tapline.server.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.tapline.server.http.Authenticator;

/**
 * Authenticates calls by their metadata. Unauthenticated calls reach only services that find the
 * credential in the message.
 */
final class GrpcCallers implements ServerInterceptor {

  private static final Context.Key<GrpcCaller> CALLER = Context.key("tapline-caller");

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Authenticator authenticator;
  private final boolean proofInMessage;

  private GrpcCallers(Authenticator authenticator, boolean proofInMessage) {
    this.authenticator = authenticator;
    this.proofInMessage = proofInMessage;
  }

  static GrpcCallers proven(Authenticator authenticator) {
    return new GrpcCallers(authenticator, false);
  }

  /** For a service that authenticates its callers itself, before any other step. */
  static GrpcCallers unproven(Authenticator authenticator) {
    return new GrpcCallers(authenticator, true);
  }

  /** The caller of the call that this thread serves. */
  static GrpcCaller current() {
    return CALLER.get();
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    var caller =
        new GrpcCaller(
            authenticator,
            headers.get(AUTHORIZATION),
            OpenCallLimits.address(call.getAttributes()),
            call.getMethodDescriptor().getFullMethodName());
    try {
      if (!proofInMessage) {
        GrpcMessageLimits.countTo(caller.prove());
      }
    } catch (RuntimeException e) {
      var refused = caller.refusal(e);
      call.close(refused.getStatus(), refused.getTrailers());
      return new ServerCall.Listener<>() {};
    }
    return Contexts.interceptCall(Context.current().withValue(CALLER, caller), call, headers, next);
  }
}
