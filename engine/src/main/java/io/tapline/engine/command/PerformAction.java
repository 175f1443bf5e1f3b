package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import io.tapline.engine.model.DomainKey;
import tools.jackson.databind.JsonNode;

/**
 * A pack action.
 *
 * @param subjectEuid the job; null when the action creates one without a source, or names it
 *     through the lease or its members
 * @param leaseEuid the lease of the action; null when the action claims the job
 * @param fields the fields of the action, which its schema defines
 */
@RecordBuilder
public record PerformAction(
    RequestMeta meta,
    DomainKey action,
    @WireField(length = Limits.KEY, about = "the job") String subjectEuid,
    @WireField(length = Limits.KEY, about = "the worker") String workerEuid,
    @WireField(length = Limits.KEY, about = "the lease of the worker") String leaseEuid,
    StatePrecondition expect,
    @CommonFields.OptionalReason String reason,
    @WireField(
            name = "body",
            internal = true,
            bytes = Limits.PAYLOAD_BYTES,
            about = "the fields of the action, which its schema checks")
        JsonNode fields)
    implements Command {

  /**
   * @param leaseEuid null when the action claims the job
   */
  public static PerformAction of(
      String key,
      String action,
      String subjectEuid,
      String workerEuid,
      String leaseEuid,
      JsonNode fields) {
    return PerformActionBuilder.builder()
        .meta(RequestMeta.key(key))
        .action(new DomainKey(action))
        .subjectEuid(subjectEuid)
        .workerEuid(workerEuid)
        .leaseEuid(leaseEuid)
        .expect(StatePrecondition.NOTHING)
        .fields(fields)
        .build();
  }

  /** Reads the fields that every pack action has; the schema of the action checks the others. */
  public static PerformAction read(
      DomainKey action, JsonNode body, String idempotencyKey, String traceId) {
    var meta = RequestMeta.read(body, idempotencyKey, traceId);
    var common = RequestBinder.bindSome(PerformAction.class, body, meta);
    return PerformActionBuilder.builder(common)
        .action(action)
        .fields(RequestBinder.rest(PerformAction.class, body, RequestMeta.ACCEPTED))
        .build();
  }
}
