package io.tapline.engine.pipeline.claim;

import io.tapline.api.ActionKey;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.decide.DecisionIds;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.DecisionInputBuilder;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.pipeline.ActionRecorder;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RequestEvidence;
import io.tapline.engine.pipeline.claim.StepPipeline.HeldLeases;
import io.tapline.engine.pipeline.claim.StepPipeline.Hints;
import io.tapline.engine.pipeline.claim.StepPipeline.Step;
import io.tapline.engine.pipeline.claim.StepPipeline.TenantTemplates;
import io.tapline.engine.pipeline.subject.BatchItem;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.PolicyVersions;
import io.tapline.engine.store.PolicyVersions.KnownQueue;
import io.tapline.engine.store.PolicyVersions.KnownWorker;
import io.tapline.engine.store.PolicyVersions.SeenWorker;
import io.tapline.engine.store.StepStatement.Ending;
import io.tapline.engine.store.StepStatement.HeldLease;
import io.tapline.engine.store.SubjectRow;
import io.tapline.tapdb.EuidMint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides the endings of steps on hints: leases in memory or read for them, and queues and workers
 * with the versions of their rows. The statement of a step checks the hints.
 */
final class EndingDecisions {

  static final Set<ActionKey> ENDINGS =
      Set.of(
          ActionKey.COMPLETE_QUEUE_EXECUTION,
          ActionKey.FAIL_QUEUE_EXECUTION,
          ActionKey.RELEASE_QUEUE_LEASE);

  /** End states that have no effect on other jobs. */
  private static final Set<ExecutionState> PLAIN_ENDS =
      Set.of(ExecutionState.COMPLETED, ExecutionState.FAILED_RETRYABLE);

  private final PipelineContext context;
  private final PolicyVersions policies;
  private final HeldLeases held;
  private final long tenantId;

  /** A statement ends each lease once. */
  private final Set<Long> endedLeases = new HashSet<>();

  EndingDecisions(PipelineContext context, Hints hints, long tenantId) {
    this.context = context;
    this.policies = context.policies();
    this.held = hints.leases();
    this.tenantId = tenantId;
  }

  /** The random value is drawn once; a decision that creates objects is not used. */
  private record EndingIds(double jitter) implements DecisionIds {

    private static final ObjectRef UNUSED = new ObjectRef(0, null);

    @Override
    public ObjectRef lease() {
      return UNUSED;
    }

    @Override
    public ObjectRef record() {
      return UNUSED;
    }

    @Override
    public ObjectRef hold() {
      return UNUSED;
    }

    @Override
    public ObjectRef deadLetter() {
      return UNUSED;
    }

    @Override
    public String leaseToken() {
      return null;
    }
  }

  /** An ending, with the rows that it was decided on. */
  record DecidedEnding(
      BatchItem item, DecisionInput input, Ending ending, KnownWorker worker, KnownQueue queue) {}

  /** Reads the leases that another server granted, or that changed since their grant. */
  void readUnknown(List<Step> steps) {
    var unknown = new HashSet<Long>();
    for (var step : steps) {
      if (step.endings() != null && step.endings().stream().allMatch(EndingDecisions::isUsual)) {
        for (var request : step.endings()) {
          var lease = (LeaseCommand) request.command();
          if (held.find(tenantId, lease) == null) {
            unknown.add(EuidMint.uidOrNull(lease.leaseEuid()));
          }
        }
      }
    }
    unknown.remove(null);
    if (!unknown.isEmpty()) {
      context
          .tapDb()
          .transaction(
              tenantId, tx -> new DecisionRows(tx, context.templates()).heldLeases(unknown))
          .forEach(lease -> held.add(tenantId, lease));
    }
  }

  /** Whether the command ends a lease and names nothing else. */
  private static boolean isUsual(HashedCommand request) {
    var command = (SubjectCommand) request.command();
    return ENDINGS.contains(command.action())
        && !((LeaseCommand) command).override()
        && BatchItem.outputs(command).isEmpty()
        && BatchItem.queueKeys(command).isEmpty();
  }

  /** The leases that the commands name; null if one of them is unknown. */
  List<HeldLease> leases(List<HashedCommand> commands) {
    var leases = new ArrayList<HeldLease>();
    for (var request : commands) {
      var lease = isUsual(request) ? held.find(tenantId, (LeaseCommand) request.command()) : null;
      if (lease == null) {
        return null;
      }
      leases.add(lease);
    }
    return leases;
  }

  /** Null when one of them is not the common case. */
  List<DecidedEnding> decide(List<HashedCommand> commands, TenantTemplates templates) {
    var leases = leases(commands);
    if (leases == null) {
      return null;
    }
    var all = new ArrayList<DecidedEnding>();
    for (int i = 0; i < leases.size(); i++) {
      var one = decide(new BatchItem(i, commands.get(i)), leases.get(i), templates);
      if (one == null || !endedLeases.add(one.input().lease().uid())) {
        return null;
      }
      all.add(one);
    }
    return all;
  }

  private DecidedEnding decide(BatchItem item, HeldLease lease, TenantTemplates templates) {
    var command = (LeaseCommand) item.command();
    var row = lease.row();
    var envelope = row.subject().execution();
    var workerUid = EuidMint.uidOrNull(command.workerEuid());
    var worker =
        workerUid == null
            ? null
            : policies.worker(tenantId, new SeenWorker(workerUid, item.request().actorUid()));
    var in = policies.queue(tenantId, envelope.nextQueueKey());
    if (worker == null
        || !worker.worker().euid().equals(command.workerEuid())
        || in == null
        || in.queue().uid() != row.newest().queueUid()
        || envelope.workflowEuid() != null
        || envelope.compensates() != null
        || envelope.holdState() == HoldState.ACTIVE
        || envelope.cancelRequested()
        || row.deleted()) {
      return null;
    }
    var at = lease.newestTime();
    var input = input(item, row, worker, in, at, new EndingIds(chance()));
    if (!(ActionTable.decide(input, command) instanceof SubjectChange change)
        || !PLAIN_ENDS.contains(change.after().state())) {
      return null;
    }
    var ending =
        new Ending(
            lease,
            change,
            at,
            workerUid,
            note(item, input, change),
            templates.endings().get(command.action()));
    return ending.writable() ? new DecidedEnding(item, input, ending, worker, in) : null;
  }

  private static double chance() {
    return ThreadLocalRandom.current().nextDouble(-1, 1);
  }

  private ActionNote note(BatchItem item, DecisionInput input, SubjectChange change) {
    return ActionRecorder.note(
        context, item.request().caller(), RequestEvidence.of(item.request()), input, change, null);
  }

  private DecisionInput input(
      BatchItem item,
      SubjectRow row,
      KnownWorker worker,
      KnownQueue in,
      Instant now,
      DecisionIds draw) {
    return DecisionInputBuilder.builder()
        .caller(item.request().caller())
        .actorUid(item.request().actorUid())
        .subject(row.subject())
        .worker(worker.worker())
        .leaseWorkerKey(worker.worker().profile().workerKey())
        .lease(row.newest())
        .record(row.record())
        .newest(row.newest())
        .newestRecord(row.record())
        .queue(in.queue())
        .leaseQueue(in.queue())
        .named(Map.of())
        .activeHolds(List.of())
        .outputs(Map.of())
        .now(now)
        .draw(draw)
        .payloadHash(item.payloadHash())
        .build();
  }

  /** The evidence with the time that the database assigned. */
  ActionNote noteAt(DecidedEnding decided, Instant at) {
    if (decided.ending().change().after().terminal()) {
      return decided.ending().note();
    }
    var input = DecisionInputBuilder.builder(decided.input()).now(at).build();
    var change = (SubjectChange) ActionTable.decide(input, decided.item().command());
    return note(decided.item(), input, change);
  }
}
