package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.Limits;
import io.tapline.api.OnFailure;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import java.time.Instant;
import java.util.List;

/**
 * The links of a new job besides its queue: event, parent, workflow, dependencies.
 *
 * @param deadlineAt the time from which the job fails
 * @param causationEvent the event that it was created for: its id in the feed, or the EUID of its
 *     action
 * @param parentJob the job that it came from
 * @param workflow the workflow that it belongs to
 * @param dependsOn jobs of the workflow that must end before it can be claimed
 * @param onFailure the effect when one of them does not succeed; null is FAIL
 * @param correlation references to objects of other systems, or null
 */
@RecordBuilder
@WireField.Group(nullIfEmpty = true)
public record EnqueueLinks(
    @WireField(about = "the deadline; an unfinished job then fails") Instant deadlineAt,
    @WireField(internal = true, length = Limits.KEY, about = "the event that caused the job")
        String causationEvent,
    @WireField(internal = true, length = Limits.KEY, about = "the job that created this one")
        String parentJob,
    @WireField(internal = true, length = Limits.KEY, about = "the workflow that it is part of")
        String workflow,
    @WireField(internal = true, length = Limits.KEY, about = "jobs that must have ended first")
        List<String> dependsOn,
    OnFailure onFailure,
    @WireField(
            about =
                "references to objects of other systems: stored in every record, and searchable")
        CorrelationRefs correlation) {

  public EnqueueLinks {
    correlation = CorrelationRefs.orNull(correlation);
    dependsOn = dependsOn == null || dependsOn.isEmpty() ? null : List.copyOf(dependsOn);
  }

  /** Null without a deadline. */
  public static EnqueueLinks of(Instant deadlineAt) {
    return of(deadlineAt, null);
  }

  /** Null without a deadline and a correlation. */
  public static EnqueueLinks of(Instant deadlineAt, CorrelationRefs correlation) {
    var refs = CorrelationRefs.orNull(correlation);
    return deadlineAt == null && refs == null
        ? null
        : EnqueueLinksBuilder.builder().deadlineAt(deadlineAt).correlation(refs).build();
  }

  /** These links as part of a workflow. */
  public EnqueueLinks within(String workflowEuid, List<String> after, OnFailure policy) {
    return new EnqueueLinks(
        deadlineAt, causationEvent, parentJob, workflowEuid, after, policy, correlation);
  }

  /** Whether the job has dependencies. */
  public boolean waits() {
    return dependsOn != null;
  }

  void check(Faults faults) {
    faults
        .that(!waits() || workflow != null, "depends_on", "requires workflow, to which they belong")
        .that(onFailure == null || waits(), "on_failure", "requires depends_on");
  }
}
