package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.Scope;
import io.tapline.api.Submission;
import io.tapline.api.WireField;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** Creates a job in a queue, or routes a prepared job to one. */
@RecordBuilder
@WireField.CheckOrder(
    first = {"template_code", "subject_name", "subject_euid"},
    last = {
      "properties",
      "scope",
      "deadline_at",
      "causation_event",
      "parent_job",
      "workflow",
      "depends_on",
      "correlation"
    },
    rulesFirst = true)
public record Enqueue(
    RequestMeta meta,
    @WireField(
            requiredWithout = "subject_euid",
            length = Limits.KEY,
            about = "creates a job of this template")
        String templateCode,
    @WireField(length = Limits.KEY, about = "enqueues this prepared job instead of a new one")
        String subjectEuid,
    @CommonFields.SubjectName String subjectName,
    @CommonFields.Properties JsonNode properties,
    @CommonFields.Destination String queueKey,
    @CommonFields.NextAction String nextActionKey,
    @CommonFields.Priority Integer priority,
    @CommonFields.ReadyAt Instant readyAt,
    @CommonFields.DueAt Instant dueAt,
    @CommonFields.WorkScope Scope scope,
    @CommonFields.MaxAttempts Integer maxAttempts,
    @WireField(internal = true, about = "the room and the registered job of a task")
        Submission submission,
    EnqueueLinks ties,
    StatePrecondition expect)
    implements Command {

  public Enqueue {
    // An empty precondition becomes null, so that both forms have the same hash. The SQL API
    // computes this hash too.
    expect = StatePrecondition.none(expect) ? null : expect;
  }

  @Override
  public ActionKey action() {
    return ActionKey.ENQUEUE_SUBJECT;
  }

  /** This request with a precondition on the prepared job. */
  public Enqueue expecting(StatePrecondition expected) {
    return EnqueueBuilder.builder(this).expect(expected).build();
  }

  public static final String TASK = "data/execution/task/1.0";

  /** A plain task that is ready at once. */
  public static Enqueue task(String key, String queueKey, JsonNode properties) {
    return EnqueueBuilder.builder()
        .meta(RequestMeta.key(key))
        .templateCode(TASK)
        .properties(properties)
        .queueKey(queueKey)
        .build();
  }

  @Override
  public void check(Faults faults) {
    StatePrecondition.check(expect, subjectEuid, faults);
    faults
        .that(
            templateCode == null || subjectEuid == null,
            "subject_euid",
            "is for an existing job and template_code for a new one; send one of them")
        .that(
            subjectEuid == null || properties == null,
            "properties",
            "are allowed for a new job only; a prepared job has its own");
    if (ties != null) {
      ties.check(faults);
    }
  }
}
