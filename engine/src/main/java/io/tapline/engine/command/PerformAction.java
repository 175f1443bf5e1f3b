package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
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
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    String reason,
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
  public void check(FieldChecks c) {
    c.text("subject_euid", subjectEuid, Limits.KEY)
        .text("worker_euid", workerEuid, Limits.KEY)
        .text("lease_euid", leaseEuid, Limits.KEY)
        .text("reason", reason, Limits.TEXT)
        .json("body", fields, Limits.PAYLOAD_BYTES);
  }

  /** Reads the fields that every pack action has; the schema of the action checks the others. */
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
