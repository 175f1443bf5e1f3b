package io.tapline.server.doors;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.grpc.v1.Failure;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.Success;
import io.tapline.server.testing.TenantApi;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A worker at the end of a stream. */
final class StreamClient extends RandomClient {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /** Possible refusals for work that another client has changed meanwhile. */
  private static final Set<Status.Code> REFUSALS =
      Set.of(
          Status.Code.FAILED_PRECONDITION,
          Status.Code.NOT_FOUND,
          Status.Code.ABORTED,
          Status.Code.PERMISSION_DENIED);

  private final BlockingQueue<Assignment> assigned = new LinkedBlockingQueue<>();
  private ManagedChannel channel;
  private DispatchGrpc.DispatchBlockingStub calls;
  private StreamObserver<Demand> demands;
  private String worker;

  StreamClient(SharedWork work, int seed) {
    super(work, seed);
  }

  @Override
  void begin() {
    var headers = new Metadata();
    headers.put(AUTHORIZATION, "Bearer " + SharedWork.TENANT + "-service");
    var token = MetadataUtils.newAttachHeadersInterceptor(headers);
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", work.tapline.server().grpcPort())
            .usePlaintext()
            .build();
    calls = DispatchGrpc.newBlockingStub(channel).withInterceptors(token);
    worker =
        calls
            .register(
                RegisterRequest.newBuilder()
                    .setWorkerKey(TenantApi.unique("door"))
                    .addAllCapabilities(work.capabilities())
                    .setMaxConcurrentLeases(100)
                    .build())
            .getWorkerEuid();
    demands = DispatchGrpc.newStub(channel).withInterceptors(token).work(new Arrivals());
    ask(work.anyQueue(random));
  }

  private void ask(String queue) {
    demands.onNext(
        Demand.newBuilder()
            .setWorkerEuid(worker)
            .setQueueKey(queue)
            .setSlots(1)
            .setStart(random.nextBoolean())
            .build());
  }

  @Override
  void step() throws InterruptedException {
    var assignment = assigned.poll(200, TimeUnit.MILLISECONDS);
    if (assignment == null) {
      return;
    }
    if (!once(5)) {
      report(assignment);
    }
    demands.onNext(Demand.newBuilder().setSlots(1).build());
  }

  private void report(Assignment assignment) {
    var result =
        Result.newBuilder()
            .setIdempotencyKey(TenantApi.unique("key"))
            .setSubjectEuid(assignment.getSubjectEuid())
            .setWorkerEuid(worker)
            .setLeaseEuid(assignment.getLeaseEuid());
    if (once(3)) {
      result.setFailure(Failure.newBuilder().setErrorClass("TRANSIENT_SYSTEM"));
    } else {
      result.setSuccess(Success.getDefaultInstance());
    }
    try {
      calls.reportResult(result.build());
    } catch (StatusRuntimeException e) {
      if (!REFUSALS.contains(e.getStatus().getCode())) {
        throw e;
      }
    }
  }

  @Override
  void end() {
    channel.shutdownNow();
  }

  private final class Arrivals implements StreamObserver<Assignment> {
    @Override
    public void onNext(Assignment assignment) {
      assigned.add(assignment);
    }

    @Override
    public void onError(Throwable thrown) {
      // The stream ends with the channel; what it had assigned lapses.
    }

    @Override
    public void onCompleted() {
      // Likewise.
    }
  }
}
