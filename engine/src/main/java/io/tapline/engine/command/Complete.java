package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.ActionKey;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The worker reports success; the job completes or moves to a next queue. */
@RecordBuilder
public record Complete(
    RequestMeta meta,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    String actionKey,
    String nextQueueKey,
    String nextActionKey,
    JsonNode resultPayload,
    List<String> outputs,
    boolean override,
    String reason)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.COMPLETE_QUEUE_EXECUTION;
  }

  public Complete {
    outputs = outputs == null ? List.of() : List.copyOf(outputs);
  }

  public static Complete of(String key, String subjectEuid, String workerEuid, String leaseEuid) {
    return CompleteBuilder.builder()
        .meta(RequestMeta.key(key))
        .subjectEuid(subjectEuid)
        .workerEuid(workerEuid)
        .leaseEuid(leaseEuid)
        .expect(StatePrecondition.NOTHING)
        .build();
  }

  public Complete next(String queueKey, String actionKeyThere) {
    return CompleteBuilder.builder(this)
        .nextQueueKey(queueKey)
        .nextActionKey(actionKeyThere)
        .build();
  }

  public static Complete read(RequestFields f, RequestMeta meta) {
    return CompleteBuilder.builder()
        .meta(meta)
        .subjectEuid(f.text("subject_euid"))
        .workerEuid(f.text("worker_euid"))
        .leaseEuid(f.text("lease_euid"))
        .expect(StatePrecondition.read(f))
        .actionKey(f.text("action_key"))
        .nextQueueKey(f.text("next_queue_key"))
        .nextActionKey(f.text("next_action_key"))
        .resultPayload(f.json("result_payload"))
        .outputs(f.texts("outputs"))
        .override(f.isTrue("override"))
        .reason(f.text("reason"))
        .build();
  }

  @Override
  public void check(FieldChecks c) {
    LeaseCommand.super.check(c);
    c.text("action_key", actionKey, Limits.KEY)
        .text("next_queue_key", nextQueueKey, Limits.KEY)
        .text("next_action_key", nextActionKey, Limits.KEY)
        .json("result_payload", resultPayload, Limits.PAYLOAD_BYTES)
        .texts("outputs", outputs, Limits.KEY)
        .that(
            nextActionKey == null || nextQueueKey != null,
            "next_action_key",
            "needs a next_queue_key to go with");
  }
}
