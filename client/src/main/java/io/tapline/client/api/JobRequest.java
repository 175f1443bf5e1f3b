package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** A job to be: of a kind, alone or as a part of a workflow. */
public final class JobRequest extends ActionRequest<JobRequest> {

  private JobRequest() {}

  /**
   * What every job says.
   *
   * @param domain the business domain that it belongs to
   * @param sourceSystem the system that asks
   */
  public static JobRequest of(String kind, String domain, String executor, String sourceSystem) {
    return new JobRequest()
        .set("kind", kind)
        .set("domain", domain)
        .set("executor", executor)
        .set("source_system", sourceSystem);
  }

  /** A reference to what it starts from. */
  public JobRequest sourceRef(String value) {
    return set("source_ref", value);
  }

  /** A reference to what it is to change. */
  public JobRequest targetRef(String value) {
    return set("target_ref", value);
  }

  /** A reference to the data it needs. */
  public JobRequest payloadRef(String value) {
    return set("payload_ref", value);
  }

  /** Signals and small scalars, never data. */
  public JobRequest safePayload(Object value) {
    return set("safe_payload", value);
  }

  /** safe_metadata or restricted. */
  public JobRequest payloadClassification(String value) {
    return set("payload_classification", value);
  }

  /** Higher is sooner. */
  public JobRequest priority(int value) {
    return set("priority", value);
  }

  /** Not before this time. */
  public JobRequest processAfter(Instant value) {
    return set("process_after", value);
  }

  /** Earlier is sooner among equal priorities. */
  public JobRequest dueAt(Instant value) {
    return set("due_at", value);
  }

  /** From then on it fails instead of being done. */
  public JobRequest deadlineAt(Instant value) {
    return set("deadline_at", value);
  }

  /** Attempts before it is dead; absent: as its kind has it. */
  public JobRequest maxAttempts(int value) {
    return set("max_attempts", value);
  }

  /** The event that it was made for. */
  public JobRequest causationEvent(String value) {
    return set("causation_event", value);
  }

  /** The job that it came from. */
  public JobRequest parentJob(String value) {
    return set("parent_job", value);
  }

  /** On whose behalf; absent: the caller. */
  public JobRequest enqueuedBy(String value) {
    return set("enqueued_by", value);
  }

  /** What becomes of it when a job that it depends on does not succeed: fail, continue or wait. */
  public JobRequest onFailure(String value) {
    return set("on_failure", value);
  }

  /** The workflow that it joins. */
  public JobRequest workflow(String workflowId) {
    return set("workflow", workflowId);
  }

  /** Jobs of that workflow that must have ended first. */
  public JobRequest dependsOn(List<String> jobIds) {
    return set("depends_on", jobIds);
  }

  /** As one of the jobs of a workflow that is made: its name there. */
  public JobRequest named(String name) {
    return set("name", name);
  }

  /** As one of the jobs of a workflow that is made: the names of those that come before it. */
  public JobRequest after(List<String> names) {
    return set("after", names);
  }
}
