package io.tapline.spring;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.ClaimedSubjectBuilder;
import io.tapline.client.worker.HeartbeatAnswer;
import io.tapline.client.worker.HeldLease;
import io.tapline.client.worker.ItemVerdict;
import io.tapline.client.worker.ReportOutcome;
import io.tapline.client.worker.WorkPort;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Connects the worker runtime to the engine in the same process. */
final class EnginePort implements WorkPort {

  /** Status of a database error: the same request may succeed later. */
  private static final int UNAVAILABLE = 503;

  private final Engine engine;
  private final Caller caller;
  private final CommitSignal commitSignal;
  private final Duration pollEvery;

  /**
   * @param pollEvery interval at which an idle worker checks for jobs of other processes
   */
  EnginePort(Engine engine, Caller caller, CommitSignal commitSignal, Duration pollEvery) {
    this.engine = engine;
    this.caller = caller;
    this.commitSignal = commitSignal;
    this.pollEvery = pollEvery;
  }

  @Override
  public void requireQueue(String queueKey) {
    ask(() -> engine.reads().queues().one(caller.tenantId(), queueKey));
  }

  @Override
  public String register(RegisterWorker worker) {
    var command = RegisterWorkerBuilder.builder(worker).meta(fresh()).build();
    return ask(() -> engine.execute(caller, command)).workerEuid();
  }

  /**
   * There is no server that can wait, so an idle claim is repeated after each commit signal and at
   * the polling interval. A signal may be for another queue; after one, the claim is repeated once
   * and its result returned.
   */
  @Override
  public List<ClaimedSubject> claim(Claim claim, Duration patience) {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      long before = commitSignal.count();
      var claims = claimNow(claim);
      var left = Duration.ofNanos(until - System.nanoTime());
      if (!claims.isEmpty() || left.isNegative() || left.isZero()) {
        return claims;
      }
      if (awaitSignal(before, left)) {
        return claimNow(claim);
      }
    }
  }

  private boolean awaitSignal(long before, Duration left) {
    try {
      return commitSignal.await(before, left.compareTo(pollEvery) < 0 ? left : pollEvery);
    } catch (InterruptedException e) {
      // The worker is stopping and claims nothing more.
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private List<ClaimedSubject> claimNow(Claim claim) {
    if (Thread.currentThread().isInterrupted()) {
      return List.of();
    }
    return all(ask(() -> engine.claim(caller, claim)));
  }

  private static List<ClaimedSubject> all(ClaimAnswer answer) {
    return answer.claims().stream().map(EnginePort::claimed).toList();
  }

  private static ClaimedSubject claimed(ClaimAnswer.Item item) {
    return ClaimedSubjectBuilder.builder()
        .subjectEuid(item.subjectEuid())
        .queueKey(item.queueKey())
        .actionKey(item.nextActionKey())
        .attemptNumber(item.attemptNumber())
        .fencingToken(item.fencingToken())
        .leaseEuid(item.leaseEuid())
        .recordEuid(item.recordEuid())
        .ttl(Duration.ofSeconds(item.ttlSeconds()))
        .heartbeatInterval(Duration.ofSeconds(item.heartbeatIntervalSeconds()))
        .correlationId(item.correlationId())
        .traceId(item.traceId())
        .properties(item.properties())
        .build();
  }

  @Override
  public List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases) {
    return verdicts(
        leases.stream()
            .map(
                lease ->
                    new Renew(fresh(), workerEuid, lease.leaseEuid(), StatePrecondition.NOTHING))
            .toList());
  }

  /**
   * Each action of a pack has its own transaction; all other results share one transaction with the
   * claim.
   */
  @Override
  public ReportOutcome report(List<? extends Command> results, Claim next) {
    var verdicts = new ArrayList<ItemVerdict>();
    var endings = new ArrayList<LeaseCommand>();
    for (var result : results) {
      if (result instanceof LeaseCommand ending) {
        verdicts.add(null);
        endings.add(ending);
      } else {
        verdicts.addAll(verdicts(List.of(result)));
      }
    }
    var reported = endings.isEmpty() ? null : reported(endings, next);
    if (reported == null) {
      return new ReportOutcome(verdicts, List.of());
    }
    var received = reported.verdicts().iterator();
    verdicts.replaceAll(verdict -> verdict == null ? received.next() : verdict);
    return new ReportOutcome(verdicts, reported.claimed());
  }

  private ReportOutcome reported(List<LeaseCommand> endings, Claim next) {
    if (next == null) {
      return new ReportOutcome(verdicts(endings), List.of());
    }
    var reported = ask(() -> engine.report(caller, endings, next));
    var claimed = reported.claimed() == null ? null : reported.claimed().answer();
    return new ReportOutcome(
        reported.outcomes().stream().map(EnginePort::verdict).toList(),
        claimed == null ? List.of() : all(claimed));
  }

  @Override
  public List<ItemVerdict> progress(List<? extends LeaseCommand> notes) {
    return verdicts(notes);
  }

  @Override
  public HeartbeatAnswer heartbeat(String workerEuid) {
    return beat(HeartbeatBuilder.builder().meta(fresh()).workerEuid(workerEuid).build());
  }

  @Override
  public HeartbeatAnswer leave(String workerEuid) {
    return beat(Heartbeat.last(fresh(), workerEuid));
  }

  private HeartbeatAnswer beat(Heartbeat command) {
    var result = ask(() -> engine.execute(caller, command)).document();
    return new HeartbeatAnswer(
        texts(result.path("live_leases")),
        texts(result.path("lost_leases")),
        texts(result.path("cancel_requested")));
  }

  private static List<String> texts(JsonNode list) {
    var all = new ArrayList<String>();
    list.forEach(text -> all.add(text.asString()));
    return all;
  }

  private List<ItemVerdict> verdicts(List<? extends Command> commands) {
    return ask(() -> engine.executeAll(caller, commands)).stream()
        .map(EnginePort::verdict)
        .toList();
  }

  private static ItemVerdict verdict(ItemOutcome outcome) {
    return outcome.refused()
        ? ItemVerdict.refused(problem(outcome.refusal()))
        : new ItemVerdict(
            null, outcome.answer().document().path("cancel_requested").asBoolean(false));
  }

  private static Problem problem(Refusal refusal) {
    return new Problem(
        refusal.code().name(), refusal.code().httpStatus(), refusal.message(), refusal.field());
  }

  private static RequestMeta fresh() {
    return RequestMeta.key(UUID.randomUUID().toString());
  }

  /** Converts exceptions of the engine to those of the worker runtime. */
  private static <T> T ask(Supplier<T> question) {
    try {
      return question.get();
    } catch (RefusedException e) {
      throw caused(problem(e.refusal()), e);
    } catch (StoreException e) {
      throw caused(new Problem("UNAVAILABLE", UNAVAILABLE, e.getMessage(), null), e);
    }
  }

  private static TaplineException caused(Problem problem, RuntimeException cause) {
    var exception = problem.exception();
    exception.addSuppressed(cause);
    return exception;
  }
}
