package io.tapline.engine.pipeline.claim;

import io.tapline.api.ActionKey;
import io.tapline.api.request.Command;
import io.tapline.api.request.LeaseCommand;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.StepStatement;
import io.tapline.engine.store.StepStatement.GrantedRow;
import io.tapline.engine.store.StepStatement.HeldLease;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Template;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/**
 * Endings and claims in one statement: the fast path. The decisions are those of the general path,
 * made on rows that this process read before; the statement checks these rows and writes everything
 * or nothing. A request that is not the common case, or whose rows have changed, is left to the
 * general path, which has every rule and every refusal (docs/adr/0033).
 */
public final class StepPipeline {

  private final PipelineContext context;
  private final Hints hints;
  private final Map<Long, TenantTemplates> templates = new ConcurrentHashMap<>();
  private volatile boolean enabled = true;

  public StepPipeline(PipelineContext context, ClaimCandidates candidates) {
    this.context = context;
    this.hints = new Hints(candidates, new HeldLeases(), this::templates);
    context.tapDb().onNewIncarnation(this::forgetAll);
    context.stats().listen(hints.leases());
  }

  /** Rows that this process read before. The statement checks them. */
  record Hints(
      ClaimCandidates candidates, HeldLeases leases, LongFunction<TenantTemplates> templates) {}

  /**
   * Live leases that this process granted, or read for an ending, each with the rows of its job.
   * They are hints: the statement of a step checks them.
   */
  static final class HeldLeases implements ActionListener {

    /** Limit of live leases in memory. */
    private static final int MOST = 20_000;

    private final Map<LeaseKey, HeldLease> leases = new ConcurrentHashMap<>();

    private record LeaseKey(long tenantId, long leaseUid) {}

    /** The lease that the command names; null when it is unknown or the command is an override. */
    HeldLease find(long tenantId, LeaseCommand command) {
      var uid = EuidMint.uidOrNull(command.leaseEuid());
      var lease = uid == null ? null : leases.get(new LeaseKey(tenantId, uid));
      boolean meant =
          lease != null
              && !command.override()
              && lease.row().newest().euid().equals(command.leaseEuid())
              && (command.subjectEuid() == null
                  || lease.row().subject().euid().equals(command.subjectEuid()));
      return meant ? lease : null;
    }

    void add(long tenantId, GrantedRow row, SubjectChange change) {
      var now = row.row();
      var granted =
          new SubjectRow(
              now.subject(), change.newLease(), change.newRecord(), now.feedKey(), null, false);
      add(tenantId, new HeldLease(row.place(), granted, now.feedKey()));
    }

    void add(long tenantId, HeldLease lease) {
      if (leases.size() >= MOST) {
        leases.clear();
      }
      leases.put(new LeaseKey(tenantId, lease.row().newest().uid()), lease);
    }

    void remove(long tenantId, long leaseUid) {
      leases.remove(new LeaseKey(tenantId, leaseUid));
    }

    void clear() {
      leases.clear();
    }

    /** A request that renewed, started or ended a lease has changed the row of its job. */
    @Override
    public void carriedOut(
        Caller caller,
        List<? extends Command> commands,
        List<ItemOutcome> outcomes,
        Duration took) {
      if (leases.isEmpty()) {
        return;
      }
      for (var command : commands) {
        var uid =
            command instanceof LeaseCommand lease ? EuidMint.uidOrNull(lease.leaseEuid()) : null;
        if (uid != null) {
          remove(caller.tenantId(), uid);
        }
      }
    }
  }

  /** The templates of the objects that a step creates, and those of its endings by action. */
  record TenantTemplates(StepStatement.StepTemplates made, Map<ActionKey, Template> endings) {}

  /**
   * The endings and the claim of one request.
   *
   * @param endings null for none
   * @param next null for no claim
   */
  record Step(List<HashedCommand> endings, ClaimRequest next) {

    long tenantId() {
      return endings != null ? endings.get(0).tenantId() : next.tenantId();
    }
  }

  /**
   * The part of a step that the statement executed.
   *
   * @param outcomes null when nothing of it was done, and when it has no endings
   * @param claimed null when the claim has to be repeated
   * @param missed whether the claim can be repeated on the fast path: it found no free job, but the
   *     queue has work for it
   */
  public record Done(ItemOutcome[] outcomes, ClaimOutcome claimed, boolean missed) {

    public static final Done NOTHING = new Done(null, null, false);
  }

  /** Every request takes the general path from now on. */
  public void disable() {
    enabled = false;
  }

  private void forgetAll() {
    hints.leases().clear();
    templates.clear();
  }

  /** All are of one tenant; claims name one queue. */
  public List<Done> execute(List<Step> steps) {
    var nothing = Collections.nCopies(steps.size(), Done.NOTHING);
    if (!enabled) {
      return nothing;
    }
    var run = new StepRun(context, hints, steps);
    return run.prepare() ? run.execute() : nothing;
  }

  /** The outcomes of requests without a claim; null for a request that nothing was done of. */
  public List<ItemOutcome[]> end(List<List<HashedCommand>> requests) {
    var steps = requests.stream().map(endings -> new Step(endings, null)).toList();
    return execute(steps).stream().map(Done::outcomes).toList();
  }

  private TenantTemplates templates(long tenantId) {
    return templates.computeIfAbsent(
        tenantId,
        tenant ->
            context
                .tapDb()
                .transaction(
                    tenant,
                    tx -> {
                      var cache = context.templates();
                      var endings = new HashMap<ActionKey, Template>();
                      for (var action : EndingDecisions.ENDINGS) {
                        endings.put(action, cache.action(tx, action));
                      }
                      return new TenantTemplates(
                          new StepStatement.StepTemplates(
                              cache.template(tx, TemplateCache.LEASE),
                              cache.template(tx, TemplateCache.RECORD),
                              cache.action(tx, ActionKey.CLAIM_QUEUE_ITEM),
                              cache.template(tx, TemplateCache.WORKFLOW)),
                          endings);
                    }));
  }
}
