package io.tapline.engine.action;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.ClaimBuilder;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.DomainKey;
import tools.jackson.databind.JsonNode;

/**
 * The one place where a JSON request becomes a command. Field names are those of the execution API.
 */
public final class CommandReader {

  /** Where a report says what its worker asks for next. */
  public static final String CLAIM_NEXT = "claim_next";

  /** Follows the key of an ending in the key of the claim that comes with it. */
  private static final String NEXT = "/next";

  private CommandReader() {}

  /**
   * @param idempotencyKey from the request's header; the body's own goes first
   * @param traceId of the trace that the request belongs to, or null
   * @throws io.tapline.engine.model.RefusedException with the field that is wrong
   */
  public static Command read(
      ActionKey action, JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    var meta = RequestMeta.read(f, idempotencyKey, traceId);
    var command = ActionTable.of(action).reader().read(f, meta);
    f.nothingElse();
    return command;
  }

  /**
   * How one piece of work ended, under a path for several actions: the field {@code action} names
   * the action, and the other fields are those of its request.
   */
  public static LeaseCommand result(JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    var result = f.wireChoice(ResultAction.FIELD, ResultAction.class, ResultAction::wire);
    if (result == null) {
      throw RequestFields.refuse(ResultAction.FIELD, "is required");
    }
    var meta = RequestMeta.read(f, idempotencyKey, traceId);
    var command = ActionTable.of(result.action()).reader().read(f, meta);
    f.nothingElse();
    return (LeaseCommand) command;
  }

  /**
   * An action that a pack brings: the fields that every action has, and its own, which its schema
   * judges.
   */
  public static PerformAction perform(
      DomainKey action, JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    return PerformAction.read(action, f, RequestMeta.read(f, idempotencyKey, traceId));
  }

  /**
   * What a worker that reports asks for next: the object {@code claim_next} of its report.
   *
   * @param body the report
   * @param workerEuid who reports
   * @param ending of the one ending, whose key is the claim's with {@link #NEXT} after it unless it
   *     has one of its own; null for several, where it must have one
   * @return null when it asks for nothing
   */
  public static Claim claimNext(
      JsonNode body, String workerEuid, RequestMeta ending, String traceId) {
    var next = new RequestFields(body).inside(CLAIM_NEXT);
    if (next == null) {
      return null;
    }
    var key = next.text("idempotency_key");
    if (key == null && ending != null && ending.idempotencyKey() != null) {
      key = ending.idempotencyKey() + NEXT;
    }
    var items = next.integer("max_items");
    var claim =
        ClaimBuilder.builder()
            .meta(new RequestMeta(key, null, traceId))
            .workerEuid(workerEuid)
            .queueKey(next.text("queue_key"))
            .maxItems(items == null ? 1 : items)
            .start(next.isTrue("start"))
            .payload(next.json("payload"))
            .leaseTtlSeconds(next.integer("lease_ttl_seconds"))
            .notAfter(next.time("not_after"))
            .build();
    next.nothingElse();
    return claim;
  }
}
