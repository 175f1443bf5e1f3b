package io.tapline.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.read.evidence.EvidenceReads.LeaseStanding;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.grpc.v1.HeartbeatReply;
import io.tapline.grpc.v1.HeartbeatRequest;
import io.tapline.grpc.v1.LookUpQueueReply;
import io.tapline.grpc.v1.LookUpQueueRequest;
import io.tapline.grpc.v1.RegisterReply;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.ReportProgressRequest;
import io.tapline.grpc.v1.ReportResultsReply;
import io.tapline.grpc.v1.ReportResultsRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.ResultReply;
import io.tapline.grpc.v1.StartRequest;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.longpoll.WaitService;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** The calls of dispatch.proto, each as commands of the engine. */
final class DispatchService extends DispatchGrpc.DispatchImplBase {

  private final Engine engine;
  private final WaitService waitService;
  private final Executor hands;
  private final StreamRegister streams;
  private final ResultReports reports;

  DispatchService(Engine engine, WaitService waitService, Executor hands, ServerDrain drain) {
    this.engine = engine;
    this.reports = new ResultReports(engine, drain);
    this.waitService = waitService;
    this.hands = hands;
    this.streams = new StreamRegister(engine);
  }

  StreamRegister streams() {
    return streams;
  }

  @Override
  public void register(RegisterRequest request, StreamObserver<RegisterReply> reply) {
    answer(
        reply,
        caller -> {
          var answer = engine.execute(caller, GrpcMessages.register(request));
          return RegisterReply.newBuilder()
              .setWorkerEuid(answer.workerEuid())
              .setHeartbeatTtlSeconds(answer.document().path("heartbeat_ttl_seconds").asInt())
              .build();
        });
  }

  @Override
  public void lookUpQueue(LookUpQueueRequest request, StreamObserver<LookUpQueueReply> reply) {
    answer(
        reply,
        caller -> {
          var queue = engine.reads().queues().one(caller.tenantId(), request.getQueueKey());
          return LookUpQueueReply.newBuilder()
              .setQueueEuid(queue.queueEuid())
              .setEnabled(queue.policy().enabled())
              .build();
        });
  }

  @Override
  public StreamObserver<Demand> work(StreamObserver<Assignment> out) {
    var stream =
        new AssignmentStream(
            engine,
            waitService,
            hands,
            GrpcCallers.current(),
            (ServerCallStreamObserver<Assignment>) out,
            ConnectionLoss.ofCall(),
            streams);
    streams.opened(stream);
    return stream;
  }

  @Override
  public void heartbeat(HeartbeatRequest request, StreamObserver<HeartbeatReply> reply) {
    answer(
        reply,
        caller -> {
          var beat = GrpcMessages.heartbeat(request.getWorkerEuid(), request.getEnding());
          var view = engine.execute(caller, beat).document();
          var answer = HeartbeatReply.newBuilder();
          view.path("cancel_requested").forEach(e -> answer.addCancelSubjectEuids(e.asString()));
          var lost = new LinkedHashSet<String>();
          view.path("lost_leases").forEach(e -> lost.add(e.asString()));
          renew(caller, request, answer, lost);
          // Leases that lapsed or were taken since the first read are lost.
          view.path("live_leases")
              .valueStream()
              .map(JsonNode::asString)
              .filter(lease -> !lost.contains(lease))
              .forEach(answer::addLiveLeaseEuids);
          return answer.addAllLostLeaseEuids(lost).build();
        });
  }

  /**
   * A stale lease is not an error of the call: the answer lists it as lost, unless the worker ended
   * it itself.
   */
  private void renew(
      Caller caller, HeartbeatRequest request, HeartbeatReply.Builder answer, Set<String> lost) {
    var leases = request.getLeaseEuidsList();
    var outcomes =
        reports.inBatches(
            caller,
            leases.stream().map(e -> GrpcMessages.renew(request.getWorkerEuid(), e)).toList());
    var stale = new ArrayList<String>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i).refused()) {
        stale.add(leases.get(i));
      } else {
        var expires = outcomes.get(i).answer().document().path("expires_at").asString();
        answer
            .addRenewedBuilder()
            .setLeaseEuid(leases.get(i))
            .setExpiresAt(GrpcMessages.timestamp(java.time.Instant.parse(expires)));
      }
    }
    if (!stale.isEmpty()) {
      var standings = engine.reads().evidence().leaseStandings(caller.tenantId(), stale);
      stale.stream()
          .filter(lease -> standings.get(lease) != LeaseStanding.ENDED_BY_WORKER)
          .forEach(lost::add);
    }
  }

  @Override
  public void start(StartRequest request, StreamObserver<ResultReply> reply) {
    answer(
        reply, caller -> ResultReports.reply(engine.execute(caller, GrpcMessages.start(request))));
  }

  @Override
  public void reportResult(Result result, StreamObserver<ResultReply> reply) {
    answer(
        reply, caller -> ResultReports.reply(engine.execute(caller, GrpcMessages.result(result))));
  }

  @Override
  public void reportResults(
      ReportResultsRequest request, StreamObserver<ReportResultsReply> reply) {
    answer(reply, caller -> reports.report(caller, request));
  }

  @Override
  public void reportProgress(
      ReportProgressRequest request, StreamObserver<ReportResultsReply> reply) {
    answer(
        reply,
        caller -> {
          var commands =
              request.getNotesList().stream()
                  .map(note -> GrpcMessages.progress(request.getWorkerEuid(), note))
                  .toList();
          return ReportResultsReply.newBuilder()
              .addAllOutcomes(
                  reports.inBatches(caller, commands).stream().map(ResultReports::outcome).toList())
              .build();
        });
  }

  private static <R> void answer(StreamObserver<R> reply, Function<Caller, R> work) {
    var caller = GrpcCallers.current();
    try {
      reply.onNext(work.apply(caller.prove()));
      reply.onCompleted();
    } catch (RuntimeException e) {
      reply.onError(caller.refusal(e));
    }
  }
}
