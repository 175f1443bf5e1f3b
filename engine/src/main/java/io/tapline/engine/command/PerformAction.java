package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.DomainKey;
import tools.jackson.databind.JsonNode;

/**
 * An action that a pack brings.
 *
 * @param subjectEuid what it is about; null when it makes something from nothing, or names its
 *     subject through the lease or its members
 * @param leaseEuid the lease under which it is done; null to take the subject up within the action
 * @param fields what the action itself asks for, as its schema says
 */
@RecordBuilder
public record PerformAction(
    RequestMeta meta,
    DomainKey action,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    String reason,
    JsonNode fields)
    implements Command {

  /** Under a lease, or without one where the action takes the subject up itself. */
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
  public void check(FieldChecks c) {
    c.text("subject_euid", subjectEuid, Limits.KEY)
        .text("worker_euid", workerEuid, Limits.KEY)
        .text("lease_euid", leaseEuid, Limits.KEY)
        .text("reason", reason, Limits.TEXT)
        .json("body", fields, Limits.PAYLOAD_BYTES);
  }

  /** The fields that every action has, and its own, which its schema judges. */
  public static PerformAction read(DomainKey action, RequestFields f, RequestMeta meta) {
    var expect = StatePrecondition.read(f);
    return PerformActionBuilder.builder()
        .meta(meta)
        .action(action)
        .subjectEuid(f.text("subject_euid"))
        .workerEuid(f.text("worker_euid"))
        .leaseEuid(f.text("lease_euid"))
        .expect(expect)
        .reason(f.text("reason"))
        .fields(f.rest())
        .build();
  }
}
