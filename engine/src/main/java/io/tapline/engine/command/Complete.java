package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The worker succeeded; the subject is done, or goes on to a next queue. */
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
    return new Complete(
        RequestMeta.key(key),
        subjectEuid,
        workerEuid,
        leaseEuid,
        StatePrecondition.NOTHING,
        null,
        null,
        null,
        null,
        null,
        false,
        null);
  }

  public Complete next(String queueKey, String actionKeyThere) {
    return new Complete(
        meta,
        subjectEuid,
        workerEuid,
        leaseEuid,
        expect,
        actionKey,
        queueKey,
        actionKeyThere,
        resultPayload,
        outputs,
        override,
        reason);
  }

  public static Complete read(RequestFields f, RequestMeta meta) {
    return new Complete(
        meta,
        f.text("subject_euid"),
        f.text("worker_euid"),
        f.text("lease_euid"),
        StatePrecondition.read(f),
        f.text("action_key"),
        f.text("next_queue_key"),
        f.text("next_action_key"),
        f.json("result_payload"),
        f.texts("outputs"),
        f.isTrue("override"),
        f.text("reason"));
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
