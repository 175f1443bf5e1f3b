package io.tapline.server.jobs;

import static io.tapline.api.ActionKey.CREATE_QUEUE;
import static io.tapline.api.ActionKey.ENQUEUE_SUBJECT;

import io.tapline.api.Code;
import io.tapline.api.JobAnswer;
import io.tapline.api.JobHealth;
import io.tapline.api.JobView;
import io.tapline.api.KindAnswer;
import io.tapline.api.KindHealth;
import io.tapline.api.Limits;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.WireField;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.Engine;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;

/** Jobs: their kinds, their creation, and their current state. */
@Component
final class JobEndpoints implements EndpointGroup {

  private final Engine engine;
  private final AllowedExecutors executors;
  private final JobKinds kinds;

  JobEndpoints(Engine engine, AllowedExecutors executors, JobKinds kinds) {
    this.engine = engine;
    this.executors = executors;
    this.kinds = kinds;
  }

  /** The kinds that have waiting, running or dead jobs. */
  public record Kinds(List<KindHealth> items) {}

  private record NewJob(
      RequestMeta meta,
      @WireField.Group JobRequest.Content content,
      JobRequest.Origin origin,
      JobRequest.Place place) {}

  private record NewKind(
      RequestMeta meta,
      @WireField(required = true, length = Limits.KEY, about = "letters, digits and _ . : @ / -")
          String kind,
      @WireField(length = Limits.NAME, about = "one of the configured executors") String executor,
      @WireField(
              least = 1,
              most = Limits.LEASE_TTL_SECONDS,
              about = "the term of a lease; default: " + QueueFields.LEASE_SECONDS)
          Integer leaseTtlSeconds,
      @WireField(
              most = Limits.LEASE_TTL_SECONDS / Limits.BEATS,
              about = "the interval of renewals; default: a third of the term")
          Integer heartbeatIntervalSeconds,
      @WireField(
              least = 1,
              most = Limits.ATTEMPTS,
              about = "the number of attempts before a job becomes a dead letter;" + " default: 5")
          Integer maxAttempts,
      @WireField(about = "the delays between attempts") QueueFields.RetryFields retryPolicy,
      @WireField(
              least = Limits.FOR_EVER,
              most = Limits.KEPT_DAYS,
              about = "days before a finished job is cleaned; -1: never; default: 30")
          Integer retentionDays,
      @WireField(
              least = Limits.FOR_EVER,
              most = Limits.KEPT_DAYS,
              about = "days after that before the evidence is deleted; -1: never; default: 3650")
          Integer evidenceDays) {}

  @Override
  public List<Endpoint> endpoints() {
    return List.of(kind(), byKind(), enqueue(), health(), one());
  }

  private Endpoint kind() {
    return JobFields.verb(
            JobFields.JOBS + "/kinds",
            CREATE_QUEUE,
            "Create a kind of job: a queue that accepts signals only and is served by one executor",
            NewKind.class)
        .answers(ValueShape.of(KindAnswer.class))
        .refuses(Code.STATE_CONFLICT)
        .handledBy(this::makeKind);
  }

  private HttpAnswer makeKind(EndpointCall call) throws IOException {
    var kind =
        ActionRequests.body(
            call,
            NewKind.class,
            null,
            body -> {
              executors.require(body.executor());
              return JobText.requireFields(body);
            });
    var executor = kind.executor();
    var fields =
        QueueFields.builder()
            .subjectTemplateCodes(List.of(Enqueue.TASK))
            .requiredWorkerCapabilities(List.of(executor))
            .executor(executor)
            .payloadPolicy(PayloadPolicy.SIGNAL_ONLY)
            .leaseTtlSeconds(kind.leaseTtlSeconds())
            .heartbeatIntervalSeconds(kind.heartbeatIntervalSeconds())
            .maxAttemptsDefault(kind.maxAttempts())
            .retryPolicy(kind.retryPolicy())
            .retentionDays(kind.retentionDays())
            .evidenceDays(kind.evidenceDays())
            .build();
    var command = new CreateQueue(kind.meta(), kind.kind(), fields);
    var answer = JobText.inWords(() -> engine.execute(call.caller(), command));
    return call.ok(
        new KindAnswer(
            kind.kind(),
            executor,
            answer.document().path("queue_euid").asString(),
            answer.replayed()));
  }

  private Endpoint enqueue() {
    return JobFields.verb(
            JobFields.JOBS + "/enqueue",
            ENQUEUE_SUBJECT,
            "Enqueue a job of a kind; a repetition with the same key and kind returns the same job",
            NewJob.class)
        .answers(ValueShape.of(JobAnswer.class))
        .refuses(
            Code.SUBSTRATE_DISABLED,
            Code.STATE_CONFLICT,
            Code.PAYLOAD_REFUSED,
            Code.PAYLOAD_TOO_LARGE)
        .handledBy(this::enqueueOne);
  }

  private HttpAnswer enqueueOne(EndpointCall call) throws IOException {
    var command =
        ActionRequests.body(
            call,
            NewJob.class,
            null,
            job ->
                JobRequest.enqueue(
                    job.meta(),
                    job.content(),
                    job.origin(),
                    job.place(),
                    executors,
                    call.caller().principal()));
    kinds.require(call.tenantId(), command);
    var answer = JobText.inWords(() -> engine.execute(call.caller(), command));
    return call.ok(
        JobAnswers.of(
            answer, engine.reads().substrate().one(call.tenantId(), answer.subjectEuid())));
  }

  private Endpoint one() {
    return Endpoint.get(JobFields.JOBS + "/{job_id}")
        .summary("One job, with its current status")
        .path("job_id", JobFields.KEY, "the job")
        .answers(ValueShape.of(JobView.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call -> call.ok(engine.reads().substrate().one(call.tenantId(), call.path("job_id"))));
  }

  private Endpoint health() {
    return Endpoint.get(JobFields.JOBS + "/health")
        .summary("Figures of all jobs, as fn_job_queue_health() returns them in SQL")
        .answers(ValueShape.of(JobHealth.class))
        .handledBy(call -> call.ok(engine.reads().substrate().health(call.tenantId())));
  }

  private Endpoint byKind() {
    return Endpoint.get(JobFields.JOBS + "/kinds")
        .summary(
            "Figures by kind, as v_job_queue_backlog, v_job_queue_in_progress and"
                + " v_job_queue_dead_letter_open return them in SQL")
        .answers(ValueShape.of(Kinds.class))
        .handledBy(
            call -> call.ok(new Kinds(engine.reads().substrate().healthByKind(call.tenantId()))));
  }
}
