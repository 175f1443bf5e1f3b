package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The worker reports success; the job completes or moves to a next queue. */
@RecordBuilder
public record Complete(
    RequestMeta meta,
    @CommonFields.Subject String subjectEuid,
    @CommonFields.WorkerOrOverride String workerEuid,
    @CommonFields.Lease String leaseEuid,
    StatePrecondition expect,
    @WireField(length = Limits.KEY, about = "the performed action, as a code of the application")
        String actionKey,
    @WireField(length = Limits.KEY, about = "the next queue") String nextQueueKey,
    @WireField(length = Limits.KEY, about = "the next action") String nextActionKey,
    @CommonFields.AttemptResult JsonNode resultPayload,
    @WireField(length = Limits.KEY, about = "EUIDs of the created objects, linked by lineage")
        List<String> outputs,
    @CommonFields.OverrideFlag boolean override,
    @CommonFields.OptionalReason String reason)
    implements LeaseCommand {
  @Override
  public ActionKey action() {
    return ActionKey.COMPLETE_QUEUE_EXECUTION;
  }

  public Complete {
    expect = expect == null ? StatePrecondition.NOTHING : expect;
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

  @Override
  public void check(Faults faults) {
    faults.that(
        nextActionKey == null || nextQueueKey != null,
        "next_action_key",
        "requires next_queue_key");
  }
}
