package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.DomainKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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

  @Override
  public ObjectNode document() {
    var document = Command.super.document();
    if (fields != null) {
      fields.properties().stream()
          .filter(field -> !document.has(field.getKey()))
          .forEach(field -> document.set(field.getKey(), field.getValue()));
    }
    return document;
  }
}
