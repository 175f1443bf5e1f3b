package io.tapline.client.grpc;

import io.grpc.Channel;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.RegisterWorker;
import io.tapline.client.error.Problem;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.HeartbeatAnswer;
import io.tapline.client.worker.HeldLease;
import io.tapline.client.worker.ItemVerdict;
import io.tapline.client.worker.ReportOutcome;
import io.tapline.client.worker.WorkPort;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.grpc.v1.DispatchGrpc.DispatchBlockingStub;
import io.tapline.grpc.v1.HeartbeatReply;
import io.tapline.grpc.v1.HeartbeatRequest;
import io.tapline.grpc.v1.LookUpQueueRequest;
import io.tapline.grpc.v1.ReportResultsReply;
import io.tapline.grpc.v1.ReportResultsRequest;
import io.tapline.grpc.v1.ResultOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Connects the worker runtime to a server over gRPC.
 *
 * <pre>{@code
 * try (var port = GrpcWorkPort.plain("127.0.0.1:9090", token);
 *     var worker = Worker.builder("aligner", port).queue("align").handle(job -> …).start()) {
 *   worker.awaitStop();
 * }
 * }</pre>
 */
public final class GrpcWorkPort implements WorkPort, AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Limit of idle streams; each worker keeps one per queue. */
  private static final int MOST_KEPT = 1_000;

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final ManagedChannel channel;
  private final Channel authorized;

  /** Idle streams; a claim removes one and puts it back afterwards. */
  private final Map<Source, QueueWorkStream> streams = new ConcurrentHashMap<>();

  /** The worker and the queues of a stream; without a queue it is for any. */
  private record Source(String workerEuid, String queueKey, List<String> queueKeys) {}

  GrpcWorkPort(ManagedChannel channel, String token) {
    var metadata = new Metadata();
    metadata.put(AUTHORIZATION, "Bearer " + token);
    this.channel = channel;
    this.authorized =
        io.grpc.ClientInterceptors.intercept(
            channel, MetadataUtils.newAttachHeadersInterceptor(metadata));
  }

  /** Connects without encryption: for loopback, or behind a private proxy. */
  public static GrpcWorkPort plain(String hostAndPort, String token) {
    return new GrpcWorkPort(
        Grpc.newChannelBuilder(hostAndPort, InsecureChannelCredentials.create()).build(), token);
  }

  /** Connects with TLS and the JVM's trusted certificates. */
  public static GrpcWorkPort tls(String hostAndPort, String token) throws IOException {
    return new GrpcWorkPort(
        Grpc.newChannelBuilder(hostAndPort, TlsChannelCredentials.create()).build(), token);
  }

  @Override
  public void requireQueue(String queueKey) {
    call(calls -> calls.lookUpQueue(LookUpQueueRequest.newBuilder().setQueueKey(queueKey).build()));
  }

  @Override
  public String register(RegisterWorker worker) {
    return call(calls -> calls.register(WorkerMessages.register(worker))).getWorkerEuid();
  }

  @Override
  public List<ClaimedSubject> claim(Claim claim, Duration patience) {
    var source = new Source(claim.workerEuid(), claim.queueKey(), claim.queueKeys());
    var stream = streams.remove(source);
    if (stream == null || stream.over()) {
      stream = QueueWorkStream.open(DispatchGrpc.newStub(authorized));
    }
    var given = stream.ask(WorkerMessages.demand(claim), patience);
    keep(source, stream);
    return given.stream().map(WorkerMessages::claimed).toList();
  }

  private void keep(Source source, QueueWorkStream stream) {
    if (stream.over()) {
      return;
    }
    var spare = streams.size() < MOST_KEPT ? streams.put(source, stream) : stream;
    if (spare != null) {
      // Two claims used the same source at once, or the limit is reached: an unused stream is
      // closed.
      spare.cancel();
    }
  }

  @Override
  public List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases) {
    var reply = beat(workerEuid, leases.stream().map(HeldLease::leaseEuid).toList(), false);
    var lost = new HashSet<>(reply.getLostLeaseEuidsList());
    var cancelled = new HashSet<>(reply.getCancelSubjectEuidsList());
    return leases.stream()
        .map(
            lease ->
                lost.contains(lease.leaseEuid())
                    ? ItemVerdict.refused(
                        new Problem("LEASE_EXPIRED", 409, "the lease is lost", "lease_euid"))
                    : new ItemVerdict(null, cancelled.contains(lease.subjectEuid())))
        .toList();
  }

  @Override
  public ReportOutcome report(List<? extends Command> results, Claim next) {
    var request = ReportResultsRequest.newBuilder();
    results.forEach(result -> request.addResults(WorkerMessages.result(result)));
    if (next != null) {
      request.setClaimNext(WorkerMessages.claimNext(next));
    }
    var reply = call(calls -> calls.reportResults(request.build()));
    var claimed = reply.getClaimed().getAssignmentsList();
    return new ReportOutcome(
        verdicts(reply), claimed.stream().map(WorkerMessages::claimed).toList());
  }

  @Override
  public List<ItemVerdict> progress(List<? extends LeaseCommand> notes) {
    return verdicts(call(calls -> calls.reportProgress(WorkerMessages.progress(notes))));
  }

  private static List<ItemVerdict> verdicts(ReportResultsReply reply) {
    return reply.getOutcomesList().stream().map(GrpcWorkPort::verdict).toList();
  }

  private static ItemVerdict verdict(ResultOutcome outcome) {
    return outcome.getCode().isEmpty()
        ? ItemVerdict.ACCEPTED
        : ItemVerdict.refused(
            new Problem(
                outcome.getCode(),
                409,
                outcome.getDetail(),
                outcome.getField().isEmpty() ? null : outcome.getField()));
  }

  @Override
  public HeartbeatAnswer heartbeat(String workerEuid) {
    return vitals(beat(workerEuid, List.of(), false));
  }

  @Override
  public HeartbeatAnswer leave(String workerEuid) {
    return vitals(beat(workerEuid, List.of(), true));
  }

  private static HeartbeatAnswer vitals(HeartbeatReply reply) {
    return new HeartbeatAnswer(
        reply.getLiveLeaseEuidsList(),
        reply.getLostLeaseEuidsList(),
        reply.getCancelSubjectEuidsList());
  }

  private HeartbeatReply beat(String workerEuid, List<String> leases, boolean ending) {
    var request =
        HeartbeatRequest.newBuilder()
            .setWorkerEuid(workerEuid)
            .addAllLeaseEuids(leases)
            .setEnding(ending)
            .build();
    return call(calls -> calls.heartbeat(request));
  }

  private <R> R call(Function<DispatchBlockingStub, R> call) {
    try {
      return call.apply(
          DispatchGrpc.newBlockingStub(authorized)
              .withDeadlineAfter(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (StatusRuntimeException e) {
      throw GrpcProblems.exception(e);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
