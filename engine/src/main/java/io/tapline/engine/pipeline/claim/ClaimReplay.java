package io.tapline.engine.pipeline.claim;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ClaimAnswerItemBuilder;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the answer to a repeated claim from its stored evidence; a claim of several jobs is
 * replayed as a whole.
 */
final class ClaimReplay {

  private ClaimReplay() {}

  /** The answer of the original request; empty when there is none. */
  static Optional<ClaimAttempt> find(
      Tx tx, PipelineContext context, ClaimRequest request, Worker worker) throws SQLException {
    var key = key(request);
    var found = ReplayLookup.find(tx, ActionKey.CLAIM_QUEUE_ITEM, List.of(key)).get(key);
    return found == null
        ? Optional.empty()
        : Optional.of(answer(tx, context, request, worker, found));
  }

  static ReplayLookup.Key key(ClaimRequest request) {
    var target = request.namesSubject() ? request.subjectUid() : request.workerUid();
    return new ReplayLookup.Key(
        target == null ? -1 : target, request.command().meta().idempotencyKey());
  }

  /**
   * @param found the actions of the original request
   */
  static ClaimAttempt answer(
      Tx tx,
      PipelineContext context,
      ClaimRequest request,
      Worker worker,
      List<ReplayLookup.FoundAction> found)
      throws SQLException {
    if (!request.hash().equals(found.get(0).note().payloadHash())) {
      var key = request.command().meta().idempotencyKey();
      return new ClaimAttempt.Refused(HashedCommand.conflict(key, found.get(0)));
    }
    var rows = new DecisionRows(tx, context.templates());
    var leases =
        rows.leases(found.stream().map(one -> EuidMint.uidOrNull(one.note().leaseEuid())).toList());
    var subjects =
        rows.subjectsWithProperties(
            found.stream().map(one -> EuidMint.uidOrNull(one.note().subjectEuid())).toList());
    var items = new ArrayList<ClaimAnswer.Item>();
    for (var one : found) {
      var lease = leases.get(EuidMint.uidOrNull(one.note().leaseEuid())).lease();
      var subject = EuidMint.uidOrNull(one.note().subjectEuid());
      var item = ClaimGrant.item(one.actionEuid(), one.note(), lease, subjects.get(subject));
      items.add(isHolder(request, worker, one.note()) ? item : withoutToken(item));
    }
    return new ClaimAttempt.Answered(
        new ClaimAnswer(ClaimAnswer.CLAIMED, true, worker.euid(), items));
  }

  /** An administrator may repeat the claim of a worker; the token gives control of its lease. */
  private static boolean isHolder(ClaimRequest request, Worker worker, ActionNote claim) {
    return worker.ownedByCaller() || request.caller().principal().equals(claim.actor());
  }

  private static ClaimAnswer.Item withoutToken(ClaimAnswer.Item item) {
    return ClaimAnswerItemBuilder.builder(item).leaseToken(null).build();
  }
}
