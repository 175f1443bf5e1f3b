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
}
