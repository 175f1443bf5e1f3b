package io.tapline.server.grpc;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;

/**
 * Records whether a call ended because its connection did not answer the keep-alive ping. The
 * library passes that cause to tracers only. A worker that ends its process, or is killed, closes
 * the connection, which is not a loss: its assignments reached it.
 */
final class ConnectionLoss extends ServerStreamTracer {

  /** The description that Netty's server gives to the status of such a call. */
  private static final String PING_UNANSWERED = "Keepalive failed";

  private static final Context.Key<ConnectionLoss> CALL = Context.key("tapline-connection-loss");

  private volatile boolean lost;

  /** Creates a tracer for each call. */
  static final class Factory extends ServerStreamTracer.Factory {
    @Override
    public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
      return new ConnectionLoss();
    }
  }

  /** The tracer of the current call. */
  static ConnectionLoss ofCall() {
    return CALL.get();
  }

  @Override
  public Context filterContext(Context context) {
    return context.withValue(CALL, this);
  }

  @Override
  public void streamClosed(Status status) {
    lost = status.getDescription() != null && status.getDescription().startsWith(PING_UNANSWERED);
  }

  /** The value is set before the call's cancel handler runs. */
  boolean lost() {
    return lost;
  }
}
