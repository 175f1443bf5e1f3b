package io.tapline.engine.pipeline.claim;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.LeaseCommand;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.store.DecisionRows.SubjectRow;
import io.tapline.engine.store.StepStatement.GrantedRow;
import io.tapline.engine.store.StepStatement.HeldLease;
import io.tapline.tapdb.EuidMint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Live leases that this process granted, or read for an ending, each with the rows of its job. They
 * are hints: the statement of a step checks them.
 */
final class HeldLeases implements ActionListener {

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
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
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

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    // The statement has stored its own grants already.
  }
}
