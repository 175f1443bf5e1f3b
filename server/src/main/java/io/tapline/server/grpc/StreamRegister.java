package io.tapline.server.grpc;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.ExpireLease;
import io.tapline.engine.command.Heartbeat;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.Renew;
import io.tapline.engine.command.ReportProgress;
import io.tapline.engine.command.Start;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.read.evidence.EvidenceReads.LeaseStanding;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All open streams, by worker. A worker that holds as many leases as it may has its demand served
 * once one of them ends: at once when that happens by this server, whichever door it came by, and
 * else when somebody looks, which is every second.
 */
final class StreamRegister implements AssignmentStream.StreamListener, ActionListener {

  private final Engine engine;
  private final Map<String, Set<AssignmentStream>> byWorker = new ConcurrentHashMap<>();
  private final Set<AssignmentStream> all = ConcurrentHashMap.newKeySet();

  StreamRegister(Engine engine) {
    this.engine = engine;
    engine.listen(this);
  }

  void opened(AssignmentStream stream) {
    all.add(stream);
  }

  @Override
  public void came(AssignmentStream stream) {
    byWorker.compute(
        stream.workerEuid(),
        (worker, some) -> {
          var streams = some == null ? ConcurrentHashMap.<AssignmentStream>newKeySet() : some;
          streams.add(stream);
          return streams;
        });
    if (!all.contains(stream)) {
      // It ended at the same moment.
      left(stream);
    }
  }

  @Override
  public void left(AssignmentStream stream) {
    all.remove(stream);
    if (stream.known()) {
      byWorker.computeIfPresent(
          stream.workerEuid(),
          (worker, some) -> {
            some.remove(stream);
            return some.isEmpty() ? null : some;
          });
    }
  }

  /** No new claims: every stream ends, and its worker goes to another server. */
  void drain() {
    for (var stream : all) {
      engine.failures().isolate(Task.GRPC_STREAM, "the end of a stream", stream::drain);
    }
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    if (byWorker.isEmpty()) {
      return;
    }
    if (commands.get(0) instanceof ExpireLease) {
      lapsed(commands, outcomes);
      return;
    }
    boolean keeps = keepsLeases(commands.get(0));
    var workers = new HashSet<String>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (!outcomes.get(i).refused() && outcomes.get(i).answer().workerEuid() != null) {
        var answer = outcomes.get(i).answer();
        for (var stream : streamsOf(answer.workerEuid())) {
          tell(stream, commands.get(i), answer.leaseEuid(), keeps);
        }
        workers.add(answer.workerEuid());
      }
    }
    if (!keeps) {
      workers.forEach(this::roomMade);
    }
  }

  /** The answer does not name the worker. The stream that has sent the lease is suspended. */
  private void lapsed(List<? extends Command> commands, List<ItemOutcome> outcomes) {
    for (int i = 0; i < outcomes.size(); i++) {
      if (!outcomes.get(i).refused()) {
        var lease = ((ExpireLease) commands.get(i)).leaseEuid();
        all.forEach(stream -> stream.lapsed(lease));
      }
    }
  }

  /** What a stream learns from an action of its worker, or on a lease of its worker. */
  private static void tell(
      AssignmentStream stream, Command command, String leaseEuid, boolean keeps) {
    if (leaseEuid != null) {
      if (keeps) {
        stream.deliveries().named(leaseEuid);
      } else {
        stream.deliveries().ended(leaseEuid);
      }
    }
    // A release is none: this server itself releases in the name of a worker that is gone.
    if (command instanceof Heartbeat
        || command instanceof RegisterWorker
        || command instanceof LeaseCommand verb && !(verb instanceof Release) && !verb.override()) {
      stream.alive();
    }
  }

  private Set<AssignmentStream> streamsOf(String workerEuid) {
    return byWorker.getOrDefault(workerEuid, Set.of());
  }

  private static boolean keepsLeases(Command command) {
    return command instanceof Renew
        || command instanceof ReportProgress
        || command instanceof Start
        || command instanceof Heartbeat;
  }

  private void roomMade(String workerEuid) {
    for (var stream : streamsOf(workerEuid)) {
      engine
          .failures()
          .isolate(Task.GRPC_STREAM, "a stream of worker " + workerEuid, stream::roomMade);
    }
  }

  private void lookAtLeases(AssignmentStream stream) {
    var deliveries = stream.deliveries();
    var overdue = deliveries.overdue();
    if (!overdue.isEmpty()) {
      var standings = engine.reads().evidence().leaseStandings(stream.tenantId(), overdue);
      for (var lease : overdue) {
        switch (standings.getOrDefault(lease, LeaseStanding.ENDED_BY_WORKER)) {
          case LIVE -> deliveries.named(lease);
          case ENDED_BY_WORKER, TAKEN -> deliveries.ended(lease);
          case LAPSED -> stream.lapsed(lease);
        }
      }
    }
    if (deliveries.suspended()) {
      var worker = engine.reads().workers().one(stream.tenantId(), stream.workerEuid());
      if (deliveries.heartbeatMoved(worker.profile().heartbeatAt())) {
        stream.alive();
      }
    }
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    // A claim makes no room.
  }

  /**
   * Leases lapse, end by another server, or a worker may hold more than before, or was heard of by
   * another server.
   */
  void look() {
    for (var stream : all) {
      engine.failures().isolate(Task.GRPC_STREAM, "leases of a stream", () -> lookAtLeases(stream));
    }
    var full = new HashMap<Long, Set<String>>();
    for (var stream : all) {
      if (stream.full()) {
        full.computeIfAbsent(stream.tenantId(), id -> new HashSet<>()).add(stream.workerEuid());
      }
    }
    full.forEach(
        (tenantId, workers) -> {
          var withRoom =
              engine
                  .failures()
                  .isolate(
                      Task.GRPC_STREAM,
                      "workers of tenant " + tenantId,
                      Set.<String>of(),
                      () -> engine.reads().workers().withRoom(tenantId, workers));
          withRoom.forEach(this::roomMade);
        });
  }
}
