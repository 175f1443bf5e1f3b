package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** Creates a job of a kind, alone or in a workflow. */
public final class JobRequest extends ActionRequest<JobRequest> {

  private JobRequest() {}

  /**
   * Mandatory fields of every job.
   *
   * @param domain the business domain of the job
   * @param sourceSystem the requesting system
   */
  public static JobRequest of(String kind, String domain, String executor, String sourceSystem) {
    return new JobRequest()
        .set("kind", kind)
        .set("domain", domain)
        .set("executor", executor)
        .set("source_system", sourceSystem);
  }

  /** Reference to the input. */
  public JobRequest sourceRef(String value) {
    return set("source_ref", value);
  }

  /** Reference to the object to change. */
  public JobRequest targetRef(String value) {
    return set("target_ref", value);
  }

  /** Reference to the required data. */
  public JobRequest payloadRef(String value) {
    return set("payload_ref", value);
  }

  /** Signals and small scalar values, without payload data. */
  public JobRequest safePayload(Object value) {
    return set("safe_payload", value);
  }

  /** safe_metadata or restricted. */
  public JobRequest payloadClassification(String value) {
    return set("payload_classification", value);
  }

  /** Higher values are claimed first. */
  public JobRequest priority(int value) {
    return set("priority", value);
  }

  /** The job is not claimed before this time. */
  public JobRequest processAfter(Instant value) {
    return set("process_after", value);
  }

  /** Among jobs of equal priority, earlier values are claimed first. */
  public JobRequest dueAt(Instant value) {
    return set("due_at", value);
  }

  /** A job that is not done by this time fails permanently. */
  public JobRequest deadlineAt(Instant value) {
    return set("deadline_at", value);
  }

  /** Attempts before the job is dead; the kind's default if absent. */
  public JobRequest maxAttempts(int value) {
    return set("max_attempts", value);
  }

  /** The event that caused the job. */
  public JobRequest causationEvent(String value) {
    return set("causation_event", value);
  }

  /** The job that caused this one. */
  public JobRequest parentJob(String value) {
    return set("parent_job", value);
  }

  /** The principal on whose behalf the job is created; the caller by default. */
  public JobRequest enqueuedBy(String value) {
    return set("enqueued_by", value);
  }

  /**
   * The consequence for this job when a job that it depends on does not succeed: fail, continue or
   * wait.
   */
  public JobRequest onFailure(String value) {
    return set("on_failure", value);
  }

  /** The workflow that the job joins. */
  public JobRequest workflow(String workflowId) {
    return set("workflow", workflowId);
  }

  /** Jobs of the workflow that must end first. */
  public JobRequest dependsOn(List<String> jobIds) {
    return set("depends_on", jobIds);
  }

  /** The name of the job within a new workflow. */
  public JobRequest named(String name) {
    return set("name", name);
  }

  /** Names of the preceding jobs within a new workflow. */
  public JobRequest after(List<String> names) {
    return set("after", names);
  }
}
