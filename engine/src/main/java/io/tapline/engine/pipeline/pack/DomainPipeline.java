package io.tapline.engine.pipeline.pack;

import io.tapline.api.request.PerformAction;
import io.tapline.api.request.PerformActionBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.IdempotentRetry;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RepeatableTransaction;
import io.tapline.engine.pipeline.claim.ClaimPipeline;
import io.tapline.engine.pipeline.subject.SubjectPipeline;
import io.tapline.tapdb.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Executes actions of packs, one at a time: replay, lock, read, decide, write, record. */
public final class DomainPipeline {

  private final PipelineContext context;
  private final SubjectPipeline subjects;
  private final ClaimPipeline claims;
  private final DomainActions actions;

  public DomainPipeline(
      PipelineContext context,
      SubjectPipeline subjects,
      ClaimPipeline claims,
      DomainActions actions) {
    this.context = context;
    this.subjects = subjects;
    this.claims = claims;
    this.actions = actions;
  }

  public ItemOutcome execute(Caller caller, PerformAction command) {
    long began = System.nanoTime();
    var request =
        new HashedCommand(
            caller,
            context.principals().uidOf(caller),
            command,
            HashedCommand.hash(inOrder(command)));
    var queues = new LinkedHashMap<String, String>();
    try {
      var actionResult = IdempotentRetry.settle(() -> settling(request, queues));
      // Subjects that the action claimed were claimed like any other.
      actionResult
          .claims()
          .forEach(
              claim ->
                  context.stats().claimed(caller, claim.command(), claim.answer(), null, began));
      return actionResult.outcome();
    } catch (RefusedException e) {
      // Thrown and not returned, so that claims within the action are rolled back too.
      return ItemOutcome.of(e.refusal(), about(command, queues));
    }
  }

  /** The members, with those that were not found, or the one subject of the request. */
  private List<ItemOutcome.RefusedSubject> about(
      PerformAction command, Map<String, String> queues) {
    var members = actions.of(command.action()).reading(command.fields()).members();
    return (members.isEmpty() ? queues.keySet() : members)
        .stream().map(euid -> new ItemOutcome.RefusedSubject(euid, queues.get(euid))).toList();
  }

  /** The order of the members has no meaning: requests that differ only in it are equal. */
  private PerformAction inOrder(PerformAction command) {
    var field = actions.of(command.action()).reading(command.fields()).membersField();
    if (field == null || !command.fields().path(field).isArray()) {
      return command;
    }
    var fields = (ObjectNode) command.fields().deepCopy();
    fields.set(
        field,
        Json.tree(
            command.fields().get(field).valueStream().map(JsonNode::asString).sorted().toList()));
    return PerformActionBuilder.builder(command).fields(fields).build();
  }

  /**
   * @param queues receives the queues of the subjects that were found, for the log of a refusal
   */
  private DomainActionTransaction.ActionResult settling(
      HashedCommand request, Map<String, String> queues) {
    long tenantId = request.tenantId();
    var action = actions.of(((PerformAction) request.command()).action());
    return RepeatableTransaction.execute(
        context,
        tenantId,
        leaseEuids -> subjects.settle(tenantId, leaseEuids),
        (tx, also) ->
            new DomainActionTransaction(
                    claims, new LockPhase(context, tx, request), action, also, queues)
                .execute());
  }
}
