package io.tapline.bench.latency;

import io.tapline.api.WorkerType;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.bench.site.EngineSite;
import io.tapline.bench.site.HttpSite;
import io.tapline.client.grpc.GrpcWorkPort;
import java.util.List;

/** The server pushes jobs over gRPC. They are enqueued over HTTP. */
final class StreamedChannel implements WorkChannel {

  private static final int HEARTBEAT_SECONDS = 600;
  private static final String NAME = "bench-streamed";

  private final HttpSite site;
  private final GrpcWorkPort port;
  private final String worker;
  private int enqueued;
  private int asked;
  private int done;

  StreamedChannel(String address, String grpcAddress, String token) {
    site = new HttpSite(address, token);
    port = GrpcWorkPort.plain(grpcAddress, token);
    worker = port.register(registration());
  }

  private static RegisterWorker registration() {
    return RegisterWorkerBuilder.builder()
        .workerKey(NAME)
        .displayName(NAME)
        .workerType(WorkerType.SERVICE)
        .maxConcurrentLeases(1)
        .heartbeatTtlSeconds(HEARTBEAT_SECONDS)
        .processIdentity(NAME)
        .build();
  }

  @Override
  public String how() {
    return "over gRPC, sent by the server";
  }

  @Override
  public void enqueue() {
    site.enqueue(enqueued++, 1);
  }

  @Override
  public long serve() {
    var claims =
        port.claim(
            Claim.batch("streamed-" + asked++, worker, EngineSite.QUEUE, 1, true), SERVER_WAIT);
    if (claims.isEmpty()) {
      return NOTHING;
    }
    long start = System.nanoTime();
    var claim = claims.get(0);
    var completion =
        Complete.of("streamed-done-" + done++, claim.subjectEuid(), worker, claim.leaseEuid());
    port.report(List.of(completion), null)
        .verdicts()
        .forEach(
            verdict -> {
              if (verdict.problem() != null) {
                throw new IllegalStateException(verdict.problem().toString());
              }
            });
    return start;
  }

  @Override
  public void close() {
    port.close();
    site.close();
  }
}
