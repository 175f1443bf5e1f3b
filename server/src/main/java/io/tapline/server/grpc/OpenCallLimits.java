package io.tapline.server.grpc;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.http.ClientAddress;
import java.net.InetSocketAddress;

/**
 * Gives each address a share of the open gRPC connections, and of the open calls to services
 * without authentication.
 */
final class OpenCallLimits extends ServerTransportFilter implements ServerInterceptor {

  private static final Metadata.Key<String> ENCODING =
      Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);

  private static final Attributes.Key<FairShare.Grant> CONNECTION =
      Attributes.Key.create("tapline-connection");

  private static final Context.Key<FairShare.Grant> SEAT = Context.key("tapline-open-call");

  private final FairShare connections;
  private final FairShare calls;

  OpenCallLimits(ServerShares shares) {
    connections = shares.of(LimitedResource.GRPC_CONNECTIONS);
    calls = shares.of(LimitedResource.OPEN_CALLS);
  }

  /**
   * Stops counting this thread's call to the share of its address, because its caller is
   * authenticated.
   */
  static void leaveStrangers() {
    var seat = SEAT.get();
    if (seat != null) {
      seat.close();
    }
  }

  static String address(Attributes attributes) {
    return attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) instanceof InetSocketAddress ip
        ? ip.getAddress().getHostAddress()
        : "unknown";
  }

  private static FairShare.Owner owner(Attributes attributes) {
    return FairShare.Owner.stranger(ClientAddress.of(address(attributes)));
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    var grant = connections.take(owner(attributes));
    if (grant == null) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("the limit of connections of this address is reached")
          .asRuntimeException();
    }
    return attributes.toBuilder().set(CONNECTION, grant).build();
  }

  @Override
  public void transportTerminated(Attributes attributes) {
    var grant = attributes == null ? null : attributes.get(CONNECTION);
    if (grant != null) {
      grant.close();
    }
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    var encoding = headers.get(ENCODING);
    if (encoding != null && !"identity".equals(encoding)) {
      return refuse(call, Status.UNIMPLEMENTED.withDescription("send this call uncompressed"));
    }
    var seat = calls.take(owner(call.getAttributes()));
    if (seat == null) {
      return refuse(
          call,
          Status.RESOURCE_EXHAUSTED.withDescription(
              "the limit of open calls of this address is reached; end some, and call again"));
    }
    var context = Context.current().withValue(SEAT, seat);
    return new SimpleForwardingServerCallListener<>(
        Contexts.interceptCall(context, call, headers, next)) {
      @Override
      public void onCancel() {
        seat.close();
        super.onCancel();
      }

      @Override
      public void onComplete() {
        seat.close();
        super.onComplete();
      }
    };
  }

  private static <Q, R> ServerCall.Listener<Q> refuse(ServerCall<Q, R> call, Status status) {
    call.close(status, new Metadata());
    return new ServerCall.Listener<>() {};
  }
}
