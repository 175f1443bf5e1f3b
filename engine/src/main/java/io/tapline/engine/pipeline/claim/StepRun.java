package io.tapline.engine.pipeline.claim;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.LeaseCommand;
import io.tapline.engine.decide.DecisionIds;
import io.tapline.engine.decide.GrantLease;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.EnvelopeBuilder;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.claim.EndingDecisions.DecidedEnding;
import io.tapline.engine.pipeline.claim.StepPipeline.Done;
import io.tapline.engine.pipeline.claim.StepPipeline.HeldLeases;
import io.tapline.engine.pipeline.claim.StepPipeline.Hints;
import io.tapline.engine.pipeline.claim.StepPipeline.Step;
import io.tapline.engine.pipeline.claim.StepPipeline.TenantTemplates;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.ClaimableWork;
import io.tapline.engine.store.PolicyVersions;
import io.tapline.engine.store.PolicyVersions.KnownQueue;
import io.tapline.engine.store.PolicyVersions.KnownWorker;
import io.tapline.engine.store.PolicyVersions.SeenWorker;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.StepStatement;
import io.tapline.engine.store.StepStatement.Claimer;
import io.tapline.engine.store.StepStatement.GrantedRow;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.RandomSecret;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Executes the steps of one statement: decides their claims on hints, and converts the rows of the
 * statement to answers.
 */
final class StepRun {

  private final PipelineContext context;
  private final ClaimCandidates candidates;
  private final PolicyVersions policies;
  private final HeldLeases held;
  private final LongFunction<TenantTemplates> tenantTemplates;
  private final List<Step> steps;
  private final long tenantId;

  /** Null when no step has an ending. */
  private final EndingDecisions decisions;

  private final List<DecidedEnding> endings = new ArrayList<>();

  /** Index of the first ending of each step; absent for a step on the general path. */
  private final Map<Integer, Integer> begins = new HashMap<>();

  private final List<DecidedClaim> claims = new ArrayList<>();
  private final Set<SeenWorker> seen = new LinkedHashSet<>();
  private final Set<String> queueKeys = new LinkedHashSet<>();
  private KnownQueue queue;
  private ScopeFilter reach;

  /** Steps whose claims got no job although their queue has one. */
  private final Set<Integer> missed = new HashSet<>();

  /** Workers that serve different places have a scan each, which the general path combines. */
  private boolean apart;

  private ClaimCandidates.ScanStart start;

  /** Null if the step's trip does not read it. */
  private Rest rest;

  private TenantTemplates templates;

  StepRun(PipelineContext context, Hints hints, List<Step> steps) {
    this.context = context;
    this.candidates = hints.candidates();
    this.policies = context.policies();
    this.held = hints.leases();
    this.tenantTemplates = hints.templates();
    this.steps = steps;
    this.tenantId = steps.get(0).tenantId();
    this.decisions =
        steps.stream().allMatch(step -> step.endings() == null)
            ? null
            : new EndingDecisions(context, hints, tenantId);
  }

  /** The identifiers and the token that the statement drew for one grant. */
  private record GrantIds(ObjectRef lease, ObjectRef record, String leaseToken)
      implements DecisionIds {

    @Override
    public ObjectRef hold() {
      throw new IllegalStateException("a grant places no hold");
    }

    @Override
    public ObjectRef deadLetter() {
      throw new IllegalStateException("a grant makes no dead letter");
    }

    @Override
    public double jitter() {
      return 0;
    }
  }

  /** A claim that may be part of the statement. */
  private record DecidedClaim(int step, ClaimRequest request, KnownWorker worker, Claimer claimer) {
    SeenWorker seen() {
      return new SeenWorker(worker.worker().uid(), request.actorUid());
    }

    ReplayLookup.Key replayKey() {
      return new ReplayLookup.Key(worker.worker().uid(), claimer.key());
    }
  }

  /** Whether there is something for the statement to do. */
  boolean prepare() {
    if (decisions != null) {
      decisions.readUnknown(steps);
    }
    for (var step : steps) {
      if (step.next() != null && usual(step.next())) {
        queueKeys.add(step.next().command().queueKey());
        note(step.next().workerUid(), step.next().actorUid());
      }
      var leases = step.endings() == null ? null : decisions.leases(step.endings());
      if (leases != null) {
        leases.forEach(one -> queueKeys.add(one.row().subject().execution().nextQueueKey()));
        for (var request : step.endings()) {
          var lease = (LeaseCommand) request.command();
          note(EuidMint.uidOrNull(lease.workerEuid()), request.actorUid());
        }
      }
    }
    if (seen.isEmpty()) {
      return false;
    }
    readUnknown();
    templates = tenantTemplates.apply(tenantId);
    for (int i = 0; i < steps.size(); i++) {
      decide(i, steps.get(i));
    }
    return !apart && (!endings.isEmpty() || !claims.isEmpty());
  }

  private void note(Long workerUid, long actorUid) {
    if (workerUid != null) {
      seen.add(new SeenWorker(workerUid, actorUid));
    }
  }

  private void readUnknown() {
    var workers = seen.stream().filter(one -> policies.worker(tenantId, one) == null).toList();
    var queues = new HashSet<>(queueKeys);
    queues.removeIf(key -> policies.queue(tenantId, key) != null);
    if (!workers.isEmpty() || !queues.isEmpty()) {
      context
          .tapDb()
          .transaction(
              tenantId,
              tx -> {
                policies.read(tx, queues, workers);
                return null;
              });
    }
  }

  private void decide(int i, Step step) {
    var before = endings.size();
    if (step.endings() != null) {
      var decided = decisions.decide(step.endings(), templates);
      if (decided == null) {
        return;
      }
      endings.addAll(decided);
    }
    begins.put(i, before);
    if (step.next() != null && usual(step.next())) {
      boolean returned =
          endings.subList(before, endings.size()).stream().anyMatch(StepRun::returnsAtOnce);
      if (!returned) {
        claim(i, step.next(), endings.size() - before);
      }
    }
  }

  /** The claim would have to find what the ending of the same statement has put back. */
  private static boolean returnsAtOnce(DecidedEnding one) {
    var after = one.ending().change().after();
    return after.state().claimable() && !after.visibleFrom().isAfter(one.ending().decidedAt());
  }

  /** Whether the claim names a queue and needs no rule of the general path. */
  private static boolean usual(ClaimRequest request) {
    var command = request.command();
    return command.queueKey() != null
        && command.subjectEuid() == null
        && command.expect() == null
        && command.payload() == null
        && request.workerUid() != null;
  }

  private void claim(int i, ClaimRequest request, int ended) {
    var known = policies.queue(tenantId, request.command().queueKey());
    var seenBy = new SeenWorker(request.workerUid(), request.actorUid());
    var worker = policies.worker(tenantId, seenBy);
    if (known == null
        || worker == null
        || !worker.worker().euid().equals(request.command().workerEuid())
        || WorkerEligibility.owned(worker.worker(), request.caller()) != null
        || WorkerEligibility.refusal(worker.worker(), known.queue(), 0) != null
        || claims.stream().anyMatch(one -> one.seen().workerUid() == seenBy.workerUid())) {
      return;
    }
    var serves = worker.worker().profile().reach();
    if (reach != null && !reach.equals(serves)) {
      apart = true;
    }
    if (apart || candidates.slowToFindNothing(tenantId, known.queue(), serves)) {
      return;
    }
    queue = known;
    reach = serves;
    claims.add(new DecidedClaim(i, request, worker, claimer(request, worker, known, ended)));
  }

  private Claimer claimer(ClaimRequest request, KnownWorker worker, KnownQueue from, int ended) {
    var command = request.command();
    int most = worker.worker().profile().maxConcurrentLeases();
    int items = Math.min(command.maxItems(), most);
    // A step that claims no more than it ends keeps the worker within its limit.
    boolean counts = ended < items || !worker.withinLimit();
    return new Claimer(
        worker,
        items,
        counts ? (Long) (long) (most - items + ended) : null,
        command.meta().idempotencyKey(),
        request.hash(),
        command.leaseTtlSeconds() != null
            ? command.leaseTtlSeconds()
            : from.queue().policy().leaseTtlSeconds(),
        command.start(),
        request.caller().principal(),
        request.caller().shownRole(),
        command.meta().correlationId(),
        command.meta().traceId(),
        command.notAfter(),
        ClaimGrant.signOfLifeDue(worker.worker()));
  }

  List<Done> execute() {
    var done =
        statement()
            .execute(
                tenantId,
                steps.size(),
                tx -> {
                  if (!claims.isEmpty()
                      && candidates.expectsNothing(tenantId, queue.queue(), reach)) {
                    rest = askRest(tx);
                  }
                });
    for (var ending : endings) {
      held.remove(tenantId, ending.input().lease().uid());
    }
    if (done.isEmpty() || !claims.isEmpty() && !done.get().open()) {
      // Something has changed. Which row it was, the next read shows.
      policies.forget(tenantId, queue == null ? null : queue.queue().key(), seen);
      queueKeys.forEach(key -> policies.forget(tenantId, key, List.of()));
    }
    if (done.isEmpty()) {
      return Collections.nCopies(steps.size(), Done.NOTHING);
    }
    return answers(done.get());
  }

  private StepStatement statement() {
    StepStatement.ClaimPart part = null;
    if (!claims.isEmpty()) {
      start = candidates.start(tenantId, queue.queue(), reach);
      int items = claims.stream().mapToInt(one -> one.claimer().items()).sum();
      var tokens = new ArrayList<String>();
      for (int i = 0; i < items; i++) {
        tokens.add(RandomSecret.drawLeaseToken());
      }
      part =
          new StepStatement.ClaimPart(
              queue,
              reach,
              claims.stream().map(DecidedClaim::claimer).toList(),
              tokens,
              start,
              candidates.upkeepDue(tenantId, queue.queue()),
              workerUid -> candidates.leaseFloor(tenantId, workerUid));
    }
    return new StepStatement(
            context.tapDb(),
            templates.made(),
            endings.stream().map(DecidedEnding::ending).toList(),
            part)
        .assuming(versions());
  }

  private List<PolicyVersions.Version> versions() {
    var versions = new LinkedHashSet<PolicyVersions.Version>();
    claims.forEach(one -> versions.add(one.worker().version()));
    if (queue != null) {
      versions.add(queue.version());
    }
    for (var one : endings) {
      versions.add(one.worker().version());
      versions.add(one.queue().version());
    }
    return List.copyOf(versions);
  }

  private List<Done> answers(StepStatement.Done done) {
    var claimed = claimed(done);
    var answers = new ArrayList<Done>();
    for (int i = 0; i < steps.size(); i++) {
      var begin = begins.get(i);
      if (begin == null) {
        answers.add(Done.NOTHING);
      } else {
        var commands = steps.get(i).endings();
        answers.add(
            new Done(
                commands == null ? null : outcomes(done, begin, commands.size()),
                claimed.get(i),
                missed.contains(i)));
      }
    }
    return answers;
  }

  private ItemOutcome[] outcomes(StepStatement.Done done, int begin, int count) {
    var outcomes = new ItemOutcome[count];
    for (int i = 0; i < count; i++) {
      var decided = endings.get(begin + i);
      var ended = done.ended().get(begin + i);
      var action = decided.item().command().action();
      var euid = templates.endings().get(action).mint(ended.actionUid());
      outcomes[i] =
          ItemOutcome.of(ActionAnswer.of(euid, decisions.noteAt(decided, ended.at()), false));
    }
    return outcomes;
  }

  /** Outcomes of the claims, by step; absent where the general path has to look. */
  private Map<Integer, ClaimOutcome> claimed(StepStatement.Done done) {
    var outcomes = new HashMap<Integer, ClaimOutcome>();
    if (claims.isEmpty() || !done.open()) {
      return outcomes;
    }
    var without = new ArrayList<DecidedClaim>();
    int next = 0;
    for (var claim : claims) {
      if (claim.claimer().mostHeld() != null) {
        policies.withinLimit(tenantId, claim.seen(), claim.worker().version());
      }
      var own = new ArrayList<GrantedRow>();
      int last = next + claim.claimer().items();
      for (var row : done.granted()) {
        if (row.number() > next && row.number() <= last) {
          own.add(row);
        }
      }
      next = last;
      if (own.isEmpty()) {
        without.add(claim);
      } else {
        outcomes.put(claim.step(), ClaimOutcome.of(answer(claim, own)));
      }
    }
    if (!done.granted().isEmpty()) {
      candidates.found(start, done.granted(), done.granted().size() == next);
    }
    if (!without.isEmpty()) {
      var remainder = remainder(without);
      for (var claim : remainder == null ? List.<DecidedClaim>of() : without) {
        if (remainder.none()) {
          outcomes.put(
              claim.step(), ClaimOutcome.of(ClaimAnswer.noWork(claim.worker().worker().euid())));
        } else if (!remainder.lapsed() && !remainder.matured()) {
          missed.add(claim.step());
        }
      }
    }
    return outcomes;
  }

  /**
   * The state of the queue after the claims.
   *
   * @param work the work that is left
   * @param used the claims that were made before, or by this step
   */
  private record Rest(Deferred<List<ClaimableWork>> work, Deferred<Set<ReplayLookup.Key>> used) {}

  private Rest askRest(Tx tx) {
    var keys = claims.stream().map(DecidedClaim::replayKey).toList();
    return new Rest(
        candidates.askRemainder(tx, queue, reach), ReplayLookup.askUsedClaimKeys(tx, keys));
  }

  /**
   * The work of the queue at one instant after the statement; null if one of the claims was made
   * before, which the general path replays. The trip of the step has read it if nothing was
   * expected to be left.
   */
  private ClaimableWork remainder(List<DecidedClaim> some) {
    if (rest == null) {
      context.tapDb().atOnce(tenantId, tx -> rest = askRest(tx));
    }
    try {
      var used = rest.used().get();
      return some.stream().anyMatch(one -> used.contains(one.replayKey()))
          ? null
          : rest.work().get().get(0);
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  private ClaimAnswer answer(DecidedClaim claim, List<GrantedRow> rows) {
    var worker = claim.worker().worker();
    var grant = new ClaimGrant(context, claim.request(), worker, queue.queue());
    var items = new ArrayList<ClaimAnswer.Item>();
    for (var row : rows) {
      items.add(item(claim, grant, row, items.size()));
    }
    return new ClaimAnswer(ClaimAnswer.CLAIMED, false, worker.euid(), List.copyOf(items));
  }

  /** The rule decides each granted row again, for the answer and the lease to store. */
  private ClaimAnswer.Item item(DecidedClaim claim, ClaimGrant grant, GrantedRow row, int ordinal) {
    var made = templates.made();
    var after = row.row().subject().execution();
    boolean starts = claim.claimer().starts();
    var before =
        row.row()
            .after(
                EnvelopeBuilder.builder(after)
                    .state(row.was())
                    .revision(starts ? after.revision() - 1 : after.revision())
                    .build());
    var ids =
        new GrantIds(
            new ObjectRef(row.leaseUid(), made.lease().mint(row.leaseUid())),
            new ObjectRef(row.recordUid(), made.record().mint(row.recordUid())),
            row.token());
    var decision =
        GrantLease.decide(
            grant.input(before, row.at(), ids), claim.request().command(), claim.request().hash());
    if (!(decision instanceof SubjectChange change)) {
      throw new IllegalStateException(
          "lease " + ids.lease().euid() + " was granted against the rule: " + decision);
    }
    held.add(tenantId, row, change);
    var note = grant.note(before, change, ordinal);
    return ClaimGrant.item(made.claim().mint(row.actionUid()), note, change.newLease(), before);
  }
}
