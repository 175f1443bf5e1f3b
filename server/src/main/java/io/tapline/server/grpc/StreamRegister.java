package io.tapline.server.grpc;

import io.tapline.api.request.Command;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.api.request.Renew;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.Start;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
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
 * All open streams, by worker. The demand of a worker at its lease limit is served once one of its
 * leases ends: at once when this server ends it, through any API, and otherwise at the next check,
 * every second.
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
      // The stream ended concurrently.
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

  /** Ends every stream; the workers connect to another server. */
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
          update(stream, commands.get(i), answer.leaseEuid(), keeps);
        }
        workers.add(answer.workerEuid());
      }
    }
    if (!keeps) {
      workers.forEach(this::capacityFreed);
    }
  }

  /** Suspends the stream that has sent the lapsed lease; the answer does not name the worker. */
  private void lapsed(List<? extends Command> commands, List<ItemOutcome> outcomes) {
    for (int i = 0; i < outcomes.size(); i++) {
      if (!outcomes.get(i).refused()) {
        var lease = ((ExpireLease) commands.get(i)).leaseEuid();
        all.forEach(stream -> stream.lapsed(lease));
      }
    }
  }

  /** Updates a stream after an action of its worker, or on a lease of its worker. */
  private static void update(
      AssignmentStream stream, Command command, String leaseEuid, boolean keeps) {
    if (leaseEuid != null) {
      if (keeps) {
        stream.deliveries().named(leaseEuid);
      } else {
        stream.deliveries().ended(leaseEuid);
      }
    }
    // A release does not count as a call of the worker: this server also releases for workers that
    // are gone.
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

  private void capacityFreed(String workerEuid) {
    for (var stream : streamsOf(workerEuid)) {
      engine
          .failures()
          .isolate(Task.GRPC_STREAM, "a stream of worker " + workerEuid, stream::capacityFreed);
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

  /**
   * Detects lapsed leases, leases that another server ended, raised lease limits, and calls of the
   * worker to another server.
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
          var belowLimit =
              engine
                  .failures()
                  .isolate(
                      Task.GRPC_STREAM,
                      "workers of tenant " + tenantId,
                      Set.<String>of(),
                      () -> engine.reads().workers().withRoom(tenantId, workers));
          belowLimit.forEach(this::capacityFreed);
        });
  }
}
