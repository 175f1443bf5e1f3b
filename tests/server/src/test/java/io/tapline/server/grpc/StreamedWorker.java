package io.tapline.server.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.Success;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A worker of the gRPC door, as anyone would write one from dispatch.proto. */
final class StreamedWorker implements AutoCloseable {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final ManagedChannel channel;
  private final Channel authorized;
  final String euid;

  /** Someone with this token, or with none; registered when it is given a key. */
  StreamedWorker(int port, String token, String workerKey) {
    this(port, token, workerKey, 100);
  }

  /**
   * @param mostLeases 0 for the default
   */
  StreamedWorker(int port, String token, String workerKey, int mostLeases) {
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    authorized = io.grpc.ClientInterceptors.intercept(channel, new Token(token));
    euid =
        workerKey == null
            ? null
            : calls()
                .register(
                    RegisterRequest.newBuilder()
                        .setWorkerKey(workerKey)
                        .setMaxConcurrentLeases(mostLeases)
                        .build())
                .getWorkerEuid();
  }

  DispatchGrpc.DispatchBlockingStub calls() {
    return DispatchGrpc.newBlockingStub(authorized).withDeadlineAfter(120, TimeUnit.SECONDS);
  }

  Channel channel() {
    return authorized;
  }

  Stream open() {
    var stream = new Stream();
    DispatchGrpc.newStub(authorized).work(stream);
    return stream;
  }

  Demand demand(String queueKey, int slots) {
    return Demand.newBuilder()
        .setWorkerEuid(euid == null ? "" : euid)
        .setQueueKey(queueKey)
        .setSlots(slots)
        .build();
  }

  Result done(Assignment work, String key) {
    return result(work, key).setSuccess(Success.getDefaultInstance()).build();
  }

  Result.Builder result(Assignment work, String key) {
    return Result.newBuilder()
        .setIdempotencyKey(key)
        .setSubjectEuid(work.getSubjectEuid())
        .setWorkerEuid(euid)
        .setLeaseEuid(work.getLeaseEuid());
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  /** The messages and the end of one stream. */
  static final class Stream implements ClientResponseObserver<Demand, Assignment> {

    private ClientCallStreamObserver<Demand> out;
    private final BlockingQueue<Assignment> assignments = new LinkedBlockingQueue<>();
    private final CompletableFuture<Throwable> end = new CompletableFuture<>();

    @Override
    public void beforeStart(ClientCallStreamObserver<Demand> stream) {
      out = stream;
    }

    void ask(Demand demand) {
      out.onNext(demand);
    }

    Assignment next() throws InterruptedException {
      var next = assignments.poll(120, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("no assignment came");
      }
      return next;
    }

    int unread() {
      return assignments.size();
    }

    void breakOff() {
      out.cancel("the line is cut", null);
    }

    void finish() {
      out.onCompleted();
    }

    /** Null when it ended well. */
    Throwable end() throws Exception {
      return end.get(120, TimeUnit.SECONDS);
    }

    @Override
    public void onNext(Assignment assignment) {
      assignments.add(assignment);
    }

    @Override
    public void onError(Throwable thrown) {
      end.complete(thrown);
    }

    @Override
    public void onCompleted() {
      end.complete(null);
    }
  }

  private record Token(String text) implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new ForwardingClientCall.SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<R> listener, Metadata headers) {
          if (text != null) {
            headers.put(AUTHORIZATION, "Bearer " + text);
          }
          super.start(listener, headers);
        }
      };
    }
  }
}
