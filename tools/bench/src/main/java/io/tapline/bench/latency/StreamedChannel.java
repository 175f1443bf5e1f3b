package io.tapline.bench.latency;

import io.tapline.bench.site.EngineSite;
import io.tapline.bench.site.HttpSite;
import io.tapline.client.grpc.GrpcWorkPort;
import io.tapline.client.worker.ClaimRequest;
import io.tapline.client.worker.CompletionReportBuilder;
import io.tapline.client.worker.HeldLease;
import io.tapline.client.worker.WorkerRegistration;
import io.tapline.client.worker.WorkerRegistrationBuilder;
import java.time.Duration;
import java.util.List;

/** The server pushes jobs over gRPC. They are enqueued over HTTP. */
final class StreamedChannel implements WorkChannel {

  private static final Duration HEARTBEAT = Duration.ofMinutes(10);
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

  private static WorkerRegistration registration() {
    List<String> any = List.of();
    return WorkerRegistrationBuilder.builder()
        .workerKey(NAME)
        .displayName(NAME)
        .workerType("SERVICE")
        .capabilities(any)
        .siteScope(any)
        .platformScope(any)
        .assayScope(any)
        .maxConcurrentLeases(1)
        .heartbeatTtl(HEARTBEAT)
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
            new ClaimRequest(worker, EngineSite.QUEUE, 1, SERVER_WAIT, "streamed-" + asked++));
    if (claims.isEmpty()) {
      return NOTHING;
    }
    long start = System.nanoTime();
    var claim = claims.get(0);
    var lease = new HeldLease(claim.subjectEuid(), claim.leaseEuid(), claim.ttl());
    var completion =
        CompletionReportBuilder.builder()
            .lease(lease)
            .outputs(List.of())
            .idempotencyKey("streamed-done-" + done++)
            .build();
    port.report(worker, List.of(completion), null)
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
