package io.tapline.server.jobs;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.OnFailure;
import io.tapline.api.Refusal;
import io.tapline.api.WireField;
import io.tapline.api.request.CreateSubscription.Spawn;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.decide.JobRule;
import io.tapline.engine.decide.SignalOnly;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.job.SubstrateReads;
import io.tapline.tapdb.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a new job, and their conversion to a command: a kind of job is a queue. */
final class JobRequest {

  /** The fields of every new job, also of one that an event creates. */
  record Content(
      @WireField(length = Limits.KEY, about = "the kind of the job, which is its queue; required")
          String kind,
      @WireField(length = Limits.KEY, about = ALIAS_OF + "kind" + OF_VIEW) String jobKind,
      @WireField(length = Limits.NAME, about = "the business domain of the job; required")
          String domain,
      @WireField(length = Limits.NAME, about = ALIAS_OF + "domain" + OF_VIEW) String eventDomain,
      @WireField(length = Limits.NAME, about = "one of the configured executors") String executor,
      @WireField(
              length = Limits.SIGNAL_TEXT,
              rule = JobFields.NotBlank.class,
              about = "a reference to the source object")
          String sourceRef,
      @WireField(
              length = Limits.SIGNAL_TEXT,
              rule = JobFields.NotBlank.class,
              about = "a reference to the object that the job changes")
          String targetRef,
      @WireField(
              length = Limits.SIGNAL_TEXT,
              rule = JobFields.NotBlank.class,
              about = "a reference to the data of the job")
          String payloadRef,
      @WireField(bytes = Integer.MAX_VALUE, about = "signals and small scalars, never data")
          JsonNode safePayload,
      @WireField(words = JobRule.Classification.class, about = "absent: safe_metadata")
          String payloadClassification,
      @WireField(
              least = -Limits.PRIORITY,
              most = Limits.PRIORITY,
              about = "jobs with a higher priority are claimed first; default: 0")
          Integer priority,
      @WireField(least = 1, most = Limits.ATTEMPTS, about = "default: that of the kind")
          Integer maxAttempts,
      @WireField(
              length = Limits.NAME,
              rule = JobFields.NotBlank.class,
              about = "the actor on whose behalf the request is sent; default: the caller")
          String enqueuedBy,
      @WireField(required = true, length = Limits.NAME, about = "the system that sends the request")
          String sourceSystem) {

    String queueKey() {
      return required("kind", either("kind", kind, "job_kind", jobKind));
    }

    private String domainOrAlias() {
      return required("domain", either("domain", domain, "event_domain", eventDomain));
    }

    private static String required(String field, String value) {
      if (value == null || value.isBlank()) {
        throw RefusedException.invalid(field, "is required");
      }
      return value;
    }
  }

  /** Times and origin of a new job; of a job that an event creates, the event provides them. */
  @RecordBuilder
  @WireField.Group
  record Origin(
      @WireField(about = "the earliest time of a claim; default: now") Instant processAfter,
      @WireField(
              about =
                  "among equal priorities, jobs with an earlier due time are" + " claimed first")
          Instant dueAt,
      @WireField(about = "the deadline; an unfinished job then fails") Instant deadlineAt,
      @WireField(
              length = Limits.KEY,
              rule = JobFields.NotBlank.class,
              about = "the event that caused the job")
          String causationEvent,
      @WireField(length = Limits.KEY, about = ALIAS_OF + "causation_event" + OF_VIEW)
          String causationEventId,
      @WireField(
              length = Limits.KEY,
              rule = JobFields.NotBlank.class,
              about = "the job that created this one")
          String parentJob,
      @WireField(length = Limits.KEY, about = ALIAS_OF + "parent_job" + OF_VIEW)
          String parentJobId) {

    private static final Origin NONE = JobRequestOriginBuilder.builder().build();
  }

  /** The relation of a job to the others of its workflow. */
  @RecordBuilder
  @WireField.Group
  record Place(
      @WireField(length = Limits.KEY, about = "the workflow that the job joins") String workflow,
      @WireField(length = Limits.KEY, about = ALIAS_OF + "workflow" + OF_VIEW) String workflowId,
      @WireField(length = Limits.KEY, about = "jobs of the workflow that must end before this one")
          List<String> dependsOn,
      @WireField(about = "the treatment of the job if one of these does not succeed; default: fail")
          OnFailure onFailure) {

    static final Place NONE = JobRequestPlaceBuilder.builder().build();
  }

  private static final String ALIAS_OF = "the same as ";
  private static final String OF_VIEW = ", as tapline.v_job has it";

  private JobRequest() {}

  /** A field by its name or by its alias; two different values are refused. */
  private static String either(String field, String value, String alias, String other) {
    if (value != null && other != null && !value.equals(other)) {
      throw RefusedException.invalid(
          alias, "is not the same as " + field + "; send only one of " + field + " and " + alias);
    }
    return value != null ? value : other;
  }

  /** Converts a new job to a command; the caller still has to compare its kind and executor. */
  static Enqueue enqueue(
      RequestMeta meta,
      Content content,
      Origin origin,
      Place place,
      AllowedExecutors executors,
      String principal) {
    var kind = content.queueKey();
    var job = Json.object();
    job.put("domain", content.domainOrAlias());
    job.put("executor", executors.require(content.executor()));
    JobText.requireFields(content);
    JobText.requireFields(origin);
    put(job, "source_ref", content.sourceRef());
    put(job, "target_ref", content.targetRef());
    put(job, "payload_ref", content.payloadRef());
    var payload = payload(content.safePayload());
    if (payload != null) {
      job.set("safe_payload", payload);
    }
    var classification = content.payloadClassification();
    job.put(
        "payload_classification",
        classification == null ? JobRule.CLASSIFICATIONS.get(0) : classification);
    var links =
        EnqueueLinksBuilder.builder()
            .deadlineAt(origin.deadlineAt())
            .causationEvent(
                either(
                    "causation_event",
                    origin.causationEvent(),
                    "causation_event_id",
                    origin.causationEventId()))
            .parentJob(
                either("parent_job", origin.parentJob(), "parent_job_id", origin.parentJobId()))
            .workflow(either("workflow", place.workflow(), "workflow_id", place.workflowId()))
            .dependsOn(place.dependsOn())
            .onFailure(place.onFailure())
            .build();
    put(job, "causation_event", links.causationEvent());
    put(job, "parent_job", links.parentJob());
    job.put("enqueued_by", content.enqueuedBy() == null ? principal : content.enqueuedBy());
    job.put("source_system", content.sourceSystem());
    put(job, "idempotency_key", meta.idempotencyKey());
    var properties = Json.tree(Map.of(SubstrateReads.PROPERTY, job));
    return EnqueueBuilder.builder()
        .meta(meta)
        .templateCode(Enqueue.TASK)
        .properties(properties)
        .queueKey(kind)
        .priority(content.priority())
        .readyAt(origin.processAfter())
        .dueAt(origin.dueAt())
        .maxAttempts(content.maxAttempts())
        .ties(links)
        .build();
  }

  /** Converts the job that an event creates. */
  static Spawn spawned(Content content, AllowedExecutors executors, String principal) {
    var job =
        enqueue(RequestMeta.key(null), content, Origin.NONE, Place.NONE, executors, principal);
    return new Spawn(job.queueKey(), job.priority(), job.maxAttempts(), job.properties());
  }

  static String executor(Spawn spawn) {
    return spawn.properties().path(SubstrateReads.PROPERTY).path("executor").asString();
  }

  private static void put(ObjectNode job, String name, String value) {
    if (value != null) {
      job.put(name, value);
    }
  }

  /** A job carries signals, not data, independently of the policy of the queue. */
  private static JsonNode payload(JsonNode given) {
    if (given == null) {
      return null;
    }
    if (!given.isObject()) {
      throw RefusedException.invalid("safe_payload", "is not a JSON object");
    }
    var fault = SignalOnly.fault(given);
    if (fault != null) {
      throw new RefusedException(
          new Refusal(
              Code.PAYLOAD_REFUSED,
              "%s: a job carries signals, not data%s; keep the data elsewhere and send payload_ref"
                  .formatted(fault.in("safe_payload"), fault.because()),
              fault.in("safe_payload")));
    }
    return given;
  }
}
