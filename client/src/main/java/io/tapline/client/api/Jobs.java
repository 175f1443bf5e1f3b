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
import io.tapline.client.http.WireJson;
import java.util.List;
import java.util.Map;

/** Jobs, their kinds and the switch that stops new ones. */
public final class Jobs {

  private static final String PATH = "/api/v1/jobs";

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Jobs(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** Jobs by kind, status, key, correlation or workflow. A page may be short and have a next. */
  public Page<JobView> list(JobFilter filter) {
    return calls.page(PATH, filter.query(), JobView.class);
  }

  /** One job. */
  public JobView get(String jobId) {
    return calls.get(PATH + "/" + TypedCalls.in(jobId), Map.of(), JobView.class);
  }

  /** The job that was enqueued under this key of its kind. */
  public JobView byKey(String kind, String idempotencyKey) {
    return calls.get(
        PATH + "/by-key", Map.of("kind", kind, "idempotency_key", idempotencyKey), JobView.class);
  }

  /** New work of a kind; the same key of the same kind is the same job. */
  public JobAnswer enqueue(JobRequest request) {
    return post("enqueue", request, JobAnswer.class);
  }

  /** Work of a kind for an executor, under leases. */
  public ClaimedJobs claim(JobClaimRequest request) {
    return post("claim", request, ClaimedJobs.class);
  }

  /** The executor is at it: the first time it begins, from then on its lease is renewed. */
  public JobAnswer progress(JobReport report) {
    return post("progress", report, JobAnswer.class);
  }

  /** It is done. */
  public JobAnswer succeed(JobReport report) {
    return post("succeed", report, JobAnswer.class);
  }

  /** It failed and may be tried again, as long as attempts are left. */
  public JobAnswer failTransiently(JobReport report) {
    return post("fail-transient", report, JobAnswer.class);
  }

  /** It failed for good. */
  public JobAnswer failPermanently(JobReport report) {
    return post("fail-permanent", report, JobAnswer.class);
  }

  /** It is not needed any more. */
  public JobAnswer cancel(String jobId, String reason) {
    return post(
        "cancel", new PlainRequest().set("job_id", jobId).set("reason", reason), JobAnswer.class);
  }

  /** It is not needed any more; an executor that has it is asked to stop. */
  public JobAnswer cancelSoftly(String jobId, String reason) {
    return post(
        "cancel",
        new PlainRequest().set("job_id", jobId).set("mode", "soft").set("reason", reason),
        JobAnswer.class);
  }

  /** Gives up a job that has not ended: it is dead at once. */
  public JobAnswer giveUp(String jobId, String reasonCode, String reason) {
    return post(
        TypedCalls.in(jobId) + "/dead-letter",
        new PlainRequest().set("reason_code", reasonCode).set("reason", reason),
        JobAnswer.class);
  }

  /** Dead letters of jobs, oldest first; without a state the open ones. */
  public Page<DeadLetterView> deadLetters(DeadLetterFilter filter) {
    return calls.page(PATH + "/dead-letter", filter.query(), DeadLetterView.class);
  }

  /** What happened, under the names that consumers of jobs know: dot.job.succeeded and so on. */
  public Page<EventView> events(EventFilter filter) {
    return calls.page(PATH + "/events", filter.query(), EventView.class);
  }

  /** A new kind, for administrators. */
  public KindAnswer createKind(KindRequest request) {
    return post("kinds", request, KindAnswer.class);
  }

  /** Counts of jobs by kind, for kinds that have waiting, running or dead jobs. */
  public List<KindHealth> kinds() {
    return calls.page(PATH + "/kinds", Map.of(), KindHealth.class).items();
  }

  /** Counts of all jobs, and whether new ones are accepted. */
  public JobHealth health() {
    return calls.get(PATH + "/health", Map.of(), JobHealth.class);
  }

  /** Whether new work is taken, and who said so last. */
  public JobSwitch killSwitch() {
    return calls.get(PATH + "/switch", Map.of(), JobSwitch.class);
  }

  /** Takes new work, or refuses it by every door; for administrators. */
  public Switched turn(boolean enabled, String reason) {
    return post(
        "switch", new PlainRequest().set("enabled", enabled).set("reason", reason), Switched.class);
  }

  /** Settles every lapsed lease now, and says how many jobs that changed. */
  public int reapLeases() {
    return WireJson.read(http.post(PATH + "/lease-reaper", WireJson.object()), Swept.class)
        .touched();
  }

  /** Puts away now what is past its retention, and says how many jobs that were. */
  public int cleanUp() {
    return WireJson.read(http.post(PATH + "/cleanup-sweep", WireJson.object()), Swept.class)
        .touched();
  }

  private <T> T post(String verb, ActionRequest<?> request, Class<T> answer) {
    return WireJson.read(http.post(PATH + "/" + verb, request.body()), answer);
  }

  /** How many jobs a sweep changed. */
  private record Swept(int touched) {}
}
