package io.tapline.server.streaming;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.tapline.server.security.Authenticator;
import java.net.InetSocketAddress;

/** Who calls, from the metadata of the call. Nobody comes further without a proof. */
final class GrpcCallers implements ServerInterceptor {

  private static final Context.Key<GrpcCaller> CALLER = Context.key("tapline-caller");

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Authenticator authenticator;

  GrpcCallers(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  /** Of the call that this thread serves. */
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
            address(call),
            call.getMethodDescriptor().getFullMethodName());
    try {
      caller.prove();
    } catch (RuntimeException e) {
      var refused = caller.refusal(e);
      call.close(refused.getStatus(), refused.getTrailers());
      return new ServerCall.Listener<>() {};
    }
    return Contexts.interceptCall(Context.current().withValue(CALLER, caller), call, headers, next);
  }

  private static String address(ServerCall<?, ?> call) {
    return call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) instanceof InetSocketAddress ip
        ? ip.getAddress().getHostAddress()
        : "unknown";
  }
}
