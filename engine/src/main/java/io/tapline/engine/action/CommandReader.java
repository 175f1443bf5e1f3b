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

/** Converts JSON requests to commands. Field names are those of the execution API. */
public final class CommandReader {

  /** The field of a report that contains the claim for more jobs. */
  public static final String CLAIM_NEXT = "claim_next";

  /** Suffix that derives the key of the claim from the key of its ending. */
  private static final String NEXT = "/next";

  private CommandReader() {}

  /**
   * @param idempotencyKey the key of the header; a key in the body takes precedence
   * @param traceId the trace of the request, or null
   * @throws io.tapline.engine.model.RefusedException with the invalid field
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
   * One ending on a path for several actions: the field {@code action} names the action, and the
   * other fields are those of its request.
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

  /** A pack action: the schema of the action checks its own fields. */
  public static PerformAction perform(
      DomainKey action, JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    return PerformAction.read(action, f, RequestMeta.read(f, idempotencyKey, traceId));
  }

  /**
   * The claim in the object {@code claim_next} of a report.
   *
   * @param body the report
   * @param workerEuid the reporting worker
   * @param ending the meta data of a single ending, whose key with {@link #NEXT} is the default key
   *     of the claim; null for several endings, where the claim needs a key
   * @return null without a claim
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
