package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.OnFailure;
import java.time.Instant;
import java.util.List;

/**
 * What a new subject is linked to besides its queue: event, parent, workflow, dependencies.
 *
 * @param deadlineAt from then on it fails instead of being done
 * @param causationEvent the event that it was made for: its id in the feed, or its action's EUID
 * @param parentJob the subject that it came from
 * @param workflow the workflow that it belongs to
 * @param dependsOn jobs of that workflow that must have ended before it may be claimed
 * @param onFailure what becomes of it when one of them does not succeed; null is FAIL
 * @param correlation what it belongs to in the systems around; null for nothing
 */
@RecordBuilder
public record EnqueueLinks(
    Instant deadlineAt,
    String causationEvent,
    String parentJob,
    String workflow,
    List<String> dependsOn,
    OnFailure onFailure,
    CorrelationRefs correlation) {

  public EnqueueLinks {
    correlation = CorrelationRefs.orNull(correlation);
    dependsOn = dependsOn == null || dependsOn.isEmpty() ? null : List.copyOf(dependsOn);
  }

  /** A deadline and nothing else; null for none. */
  public static EnqueueLinks of(Instant deadlineAt) {
    return of(deadlineAt, null);
  }

  /** A deadline, a correlation and nothing else; null for neither. */
  public static EnqueueLinks of(Instant deadlineAt, CorrelationRefs correlation) {
    var refs = CorrelationRefs.orNull(correlation);
    return deadlineAt == null && refs == null
        ? null
        : EnqueueLinksBuilder.builder().deadlineAt(deadlineAt).correlation(refs).build();
  }

  /** The same, as a part of a workflow. */
  public EnqueueLinks within(String workflowEuid, List<String> after, OnFailure policy) {
    return new EnqueueLinks(
        deadlineAt, causationEvent, parentJob, workflowEuid, after, policy, correlation);
  }

  /** Whether it has others to wait for. */
  public boolean waits() {
    return dependsOn != null;
  }

  void check(FieldChecks c) {
    c.time("deadline_at", deadlineAt)
        .text("causation_event", causationEvent, Limits.KEY)
        .text("parent_job", parentJob, Limits.KEY)
        .text("workflow", workflow, Limits.KEY)
        .texts("depends_on", dependsOn, Limits.KEY)
        .that(
            !waits() || workflow != null, "depends_on", "needs the workflow in which they are jobs")
        .that(onFailure == null || waits(), "on_failure", "needs a depends_on to speak of");
    if (correlation != null) {
      c.identifier("correlation.trx_euid", correlation.trxEuid())
          .identifier("correlation.accession_euid", correlation.accessionEuid())
          .identifier("correlation.run_euid", correlation.runEuid())
          .identifier("correlation.step_euid", correlation.stepEuid());
    }
  }
}
