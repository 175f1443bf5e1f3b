package io.tapline.server.grpc;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.tapline.engine.model.Caller;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.Ticker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * Limits the messages of gRPC calls while they arrive. gRPC itself has one maximum size for all
 * services and checks nothing before a message is complete, so unauthenticated clients could fill
 * the memory. Bytes of authenticated callers count to the same share as HTTP bodies.
 */
final class GrpcMessageLimits extends ServerStreamTracer.Factory {

  /** Limit for services without authentication: a trigger of KEDA and its token. */
  static final int MOST_BYTES_OF_STRANGERS = 16 * 1024;

  /** Limit from the beginning to the end of a message. */
  static final Duration WHOLE = Duration.ofSeconds(60);

  /** Limit from the beginning of a call without authentication to the end of its message. */
  static final Duration WHOLE_OF_STRANGERS = Duration.ofSeconds(5);

  private static final Context.Key<Messages> MESSAGES = Context.key("tapline-messages");

  private final FairShare bytes;
  private final Ticker ticker;
  private final Set<Messages> calls = ConcurrentHashMap.newKeySet();

  GrpcMessageLimits(ServerShares shares, Ticker ticker) {
    this.bytes = shares.of(LimitedResource.BODY_BYTES);
    this.ticker = ticker;
  }

  /** Counts the messages of this thread's call to the share of its authenticated caller. */
  static void countTo(Caller caller) {
    var messages = MESSAGES.get();
    if (messages != null) {
      messages.owner = FairShare.Owner.principal(caller.tenantId(), caller.principal());
    }
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    var messages = new Messages(!method.startsWith(DispatchGrpc.SERVICE_NAME + "/"));
    calls.add(messages);
    return messages;
  }

  /** Must be called every second. */
  void endOverdue() {
    calls.forEach(Messages::endIfOverdue);
  }

  /** The messages of one call. */
  private final class Messages extends ServerStreamTracer {

    private final boolean open;
    private volatile FairShare.Owner owner;
    private volatile Context.CancellableContext context;
    private volatile boolean unfinished;
    private volatile long begun = ticker.nanos();
    private FairShare.Grant grant;
    private long wireBytes;
    private long parsedBytes;

    Messages(boolean open) {
      this.open = open;
      // An unauthenticated client has to send its request at once.
      this.unfinished = open;
    }

    @Override
    public Context filterContext(Context parent) {
      context = parent.withValue(MESSAGES, this).withCancellation();
      return context;
    }

    @Override
    public synchronized void inboundMessage(int number) {
      // The handler owns the previous message now.
      release();
      if (!unfinished) {
        begun = ticker.nanos();
        unfinished = true;
      }
    }

    @Override
    public synchronized void inboundWireSize(long more) {
      wireBytes += more;
      take(more);
    }

    /** A compressed message is larger in memory than on the wire. */
    @Override
    public synchronized void inboundUncompressedSize(long more) {
      long before = Math.max(wireBytes, parsedBytes);
      parsedBytes += more;
      take(Math.max(wireBytes, parsedBytes) - before);
    }

    private void take(long more) {
      if (open && Math.max(wireBytes, parsedBytes) > MOST_BYTES_OF_STRANGERS) {
        throw Status.RESOURCE_EXHAUSTED
            .withDescription("send at most " + MOST_BYTES_OF_STRANGERS + " bytes to this service")
            .asRuntimeException();
      }
      if (open || owner == null || more == 0) {
        return;
      }
      if (grant == null) {
        grant = bytes.open(owner);
      }
      if (!grant.grow(more)) {
        throw Status.RESOURCE_EXHAUSTED
            .withDescription(
                "the limit of concurrent reads of this caller is reached; send"
                    + " the message again")
            .asRuntimeException();
      }
    }

    @Override
    public void inboundMessageRead(int number, long wireSize, long uncompressedSize) {
      unfinished = false;
    }

    void endIfOverdue() {
      var whole = open ? WHOLE_OF_STRANGERS : WHOLE;
      if (unfinished && context != null && ticker.nanos() - begun > whole.toNanos()) {
        // The only cause that also ends the call in gRPC's transport.
        context.cancel(new TimeoutException("a message did not arrive in time"));
      }
    }

    private void release() {
      wireBytes = 0;
      parsedBytes = 0;
      if (grant != null) {
        grant.close();
      }
    }

    @Override
    public synchronized void streamClosed(Status status) {
      calls.remove(this);
      release();
      context = null;
    }
  }
}
