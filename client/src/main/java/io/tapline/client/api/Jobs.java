package io.tapline.client.api;

import io.tapline.api.ClaimedJobs;
import io.tapline.api.JobAnswer;
import io.tapline.api.JobHealth;
import io.tapline.api.JobSwitch;
import io.tapline.api.JobView;
import io.tapline.api.KindAnswer;
import io.tapline.api.KindHealth;
import io.tapline.api.Page;
import io.tapline.api.Switched;
import io.tapline.client.http.TaplineHttp;
import java.util.List;
import java.util.Map;

/** Jobs, job kinds and the switch that stops new jobs. */
public final class Jobs {

  private static final String PATH = "/api/v1/jobs";

  private final TypedCalls calls;

  public Jobs(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /**
   * Jobs by kind, status, key, correlation or workflow. A page may be short and still have a next
   * cursor.
   */
  public Page<JobView> list(JobFilter filter) {
    return calls.page(PATH, filter.query(), JobView.class);
  }

  public JobView get(String jobId) {
    return calls.get(PATH + "/" + TypedCalls.in(jobId), Map.of(), JobView.class);
  }

  /** The job with this idempotency key of its kind. */
  public JobView byKey(String kind, String idempotencyKey) {
    return calls.get(
        PATH + "/by-key", Map.of("kind", kind, "idempotency_key", idempotencyKey), JobView.class);
  }

  /** Creates a job; a repeated key of the same kind returns the existing job. */
  public JobAnswer enqueue(JobRequest request) {
    return post("enqueue", request, JobAnswer.class);
  }

  /** Claims jobs of a kind for an executor, under leases. */
  public ClaimedJobs claim(JobClaimRequest request) {
    return post("claim", request, ClaimedJobs.class);
  }

  /** The first report starts the job; each later one renews its lease. */
  public JobAnswer progress(JobReport report) {
    return post("progress", report, JobAnswer.class);
  }

  /** Reports success. */
  public JobAnswer succeed(JobReport report) {
    return post("succeed", report, JobAnswer.class);
  }

  /** Reports a failure; the job is retried while attempts remain. */
  public JobAnswer failTransiently(JobReport report) {
    return post("fail-transient", report, JobAnswer.class);
  }

  /** Reports a permanent failure. */
  public JobAnswer failPermanently(JobReport report) {
    return post("fail-permanent", report, JobAnswer.class);
  }

  /** Cancels a job. */
  public JobAnswer cancel(String jobId, String reason) {
    return post(
        "cancel", new PlainRequest().set("job_id", jobId).set("reason", reason), JobAnswer.class);
  }

  /** Cancels a job; an executor that holds it is requested to stop. */
  public JobAnswer cancelSoftly(String jobId, String reason) {
    return post(
        "cancel",
        new PlainRequest().set("job_id", jobId).set("mode", "soft").set("reason", reason),
        JobAnswer.class);
  }

  /** Moves a job that has not ended to the dead letters at once. */
  public JobAnswer giveUp(String jobId, String reasonCode, String reason) {
    return post(
        TypedCalls.in(jobId) + "/dead-letter",
        new PlainRequest().set("reason_code", reasonCode).set("reason", reason),
        JobAnswer.class);
  }

  /** Dead letters of jobs, oldest first; the open ones if no state is given. */
  public Page<DeadLetterView> deadLetters(DeadLetterFilter filter) {
    return calls.page(PATH + "/dead-letter", filter.query(), DeadLetterView.class);
  }

  /** Events under the names for consumers of jobs: dot.job.succeeded and so on. */
  public Page<EventView> events(EventFilter filter) {
    return calls.page(PATH + "/events", filter.query(), EventView.class);
  }

  /** Creates a job kind; for administrators. */
  public KindAnswer createKind(KindRequest request) {
    return post("kinds", request, KindAnswer.class);
  }

  /** Counts of jobs by kind, for kinds that have waiting, running or dead jobs. */
  public List<KindHealth> kinds() {
    return calls.page(PATH + "/kinds", Map.of(), KindHealth.class).items();
  }

  /** Counts of all jobs, and whether new jobs are accepted. */
  public JobHealth health() {
    return calls.get(PATH + "/health", Map.of(), JobHealth.class);
  }

  /** Whether new jobs are accepted, and the last change of the switch. */
  public JobSwitch killSwitch() {
    return calls.get(PATH + "/switch", Map.of(), JobSwitch.class);
  }

  /** Accepts new jobs, or refuses them in every API; for administrators. */
  public Switched turn(boolean enabled, String reason) {
    return post(
        "switch", new PlainRequest().set("enabled", enabled).set("reason", reason), Switched.class);
  }

  /** Settles every lapsed lease now, and returns the number of changed jobs. */
  public int reapLeases() {
    return post("lease-reaper", new PlainRequest(), Swept.class).touched();
  }

  /** Archives all jobs past their retention now, and returns their number. */
  public int cleanUp() {
    return post("cleanup-sweep", new PlainRequest(), Swept.class).touched();
  }

  private <T> T post(String verb, ActionRequest<?> request, Class<T> answer) {
    return calls.post(PATH + "/" + verb, request, answer);
  }

  /** The number of jobs that a sweep changed. */
  private record Swept(int touched) {}
}
