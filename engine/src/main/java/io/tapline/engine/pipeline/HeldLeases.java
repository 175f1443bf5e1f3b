package io.tapline.engine.pipeline;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.store.DecisionRows.SubjectRow;
import io.tapline.engine.store.StepStatement.GrantedRow;
import io.tapline.engine.store.StepStatement.HeldLease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases that this process granted and that have not ended, each with the rows of its grant. They
 * are hints: the statement of a step checks them.
 */
final class HeldLeases implements ActionListener {

  /** Limit of live leases in memory. */
  private static final int MOST = 20_000;

  private final Map<LeaseKey, HeldLease> leases = new ConcurrentHashMap<>();

  private record LeaseKey(long tenantId, long leaseUid) {}

  /** The lease that the command names; null when it is unknown or the command is an override. */
  HeldLease find(long tenantId, LeaseCommand command) {
    var uid = NamedObjects.uid(command.leaseEuid());
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
    if (leases.size() >= MOST) {
      leases.clear();
    }
    var now = row.row();
    leases.put(
        new LeaseKey(tenantId, row.leaseUid()),
        new HeldLease(
            row.place(),
            new SubjectRow(
                now.subject(), change.newLease(), change.newRecord(), now.feedKey(), null, false)));
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
      var uid = command instanceof LeaseCommand lease ? NamedObjects.uid(lease.leaseEuid()) : null;
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
