package io.tapline.server.jobs;

import io.tapline.api.Code;
import io.tapline.api.OnFailure;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.EnqueueBuilder;
import io.tapline.engine.command.EnqueueLinksBuilder;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.decide.JobRule;
import io.tapline.engine.decide.SignalOnly;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Subscription.Spawn;
import io.tapline.engine.model.WordList;
import io.tapline.engine.read.job.SubstrateReads;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The request for a job, and its conversion to a command: its kind is its queue. */
final class JobRequest {

  static final List<String> CLASSIFICATIONS = JobRule.CLASSIFICATIONS;

  static final List<ApiField> FIELDS =
      List.of(
          ApiField.optional(
              "kind", JobFields.KEY, "the kind of the job, which is its queue; required"),
          alias("job_kind", JobFields.KEY, "kind"),
          ApiField.optional("domain", JobFields.NAME, "the business domain of the job; required"),
          alias("event_domain", JobFields.NAME, "domain"),
          JobFields.EXECUTOR,
          ApiField.optional("source_ref", JobFields.REF, "a reference to the source object"),
          ApiField.optional(
              "target_ref", JobFields.REF, "a reference to the object that the job changes"),
          ApiField.optional("payload_ref", JobFields.REF, "a reference to the data of the job"),
          ApiField.optional(
              "safe_payload", ValueShape.json(), "signals and small scalars, never data"),
          ApiField.optional(
              "payload_classification",
              ValueShape.choice(CLASSIFICATIONS),
              "absent: " + CLASSIFICATIONS.get(0)),
          ApiField.optional(
              "priority",
              ValueShape.whole(-Limits.PRIORITY, Limits.PRIORITY),
              "jobs with a higher priority are claimed first; default: 0"),
          ApiField.optional(
              "process_after", ValueShape.time(), "the earliest time of a claim; default: now"),
          ApiField.optional(
              "due_at",
              ValueShape.time(),
              "among equal priorities, jobs with an earlier due time are claimed first"),
          ApiField.optional(
              "deadline_at", ValueShape.time(), "the deadline; an unfinished job then fails"),
          ApiField.optional(
              "max_attempts", ValueShape.whole(1, Limits.ATTEMPTS), "default: that of the kind"),
          ApiField.optional("causation_event", JobFields.KEY, "the event that caused the job"),
          alias("causation_event_id", JobFields.KEY, "causation_event"),
          ApiField.optional("parent_job", JobFields.KEY, "the job that created this one"),
          alias("parent_job_id", JobFields.KEY, "parent_job"),
          ApiField.optional(
              "enqueued_by",
              JobFields.NAME,
              "the actor on whose behalf the request is sent; default: the caller"),
          ApiField.required(
              "source_system", JobFields.NAME, "the system that sends the request"));

  /** The relation of a job to the others of its workflow. */
  static final List<ApiField> PLACE =
      List.of(
          ApiField.optional("workflow", JobFields.KEY, "the workflow that the job joins"),
          alias("workflow_id", JobFields.KEY, "workflow"),
          ApiField.optional(
              "depends_on",
              ValueShape.many(JobFields.KEY, Limits.LIST),
              "jobs of the workflow that must end before this one"),
          onFailure());

  /** Fields that the event provides, or that have no meaning before it. */
  private static final List<String> NOT_SPAWNED =
      List.of(
          "process_after",
          "due_at",
          "deadline_at",
          "causation_event",
          "causation_event_id",
          "parent_job",
          "parent_job_id");

  /** The fields of a job that events create. */
  static final List<ApiField> SPAWNED =
      FIELDS.stream().filter(field -> !NOT_SPAWNED.contains(field.name())).toList();

  private JobRequest() {}

  /** A second name of a field, that of the view tapline.v_job. */
  private static ApiField alias(String name, ValueShape shape, String field) {
    return ApiField.optional(name, shape, "the same as " + field + ", as tapline.v_job has it");
  }

  /** A field by its name or by its alias; two different values are refused. */
  private static String either(RequestFields f, String field, String alias) {
    var value = f.text(field);
    var other = f.text(alias);
    if (value != null && other != null && !value.equals(other)) {
      throw RequestFields.refuse(
          alias, "is not the same as " + field + "; send only one of " + field + " and " + alias);
    }
    return value != null ? value : other;
  }

  static ApiField onFailure() {
    return ApiField.optional(
        "on_failure",
        ValueShape.choice(Arrays.stream(OnFailure.values()).map(OnFailure::wire).toList()),
        "the treatment of the job if one of these does not succeed; default: fail");
  }

  static OnFailure onFailure(RequestFields f) {
    return f.wireChoice("on_failure", OnFailure.class, OnFailure::wire);
  }

  /**
   * Converts {@link #FIELDS} to a command; the caller still has to compare its kind and executor.
   *
   * @param alone whether it names its own {@link #PLACE} in a workflow
   */
  static Enqueue read(
      RequestFields f,
      RequestMeta meta,
      AllowedExecutors executors,
      String principal,
      boolean alone) {
    var kind = JobText.required("kind", either(f, "kind", "job_kind"), Limits.KEY);
    var job = Json.object();
    job.put("domain", JobText.required("domain", either(f, "domain", "event_domain"), Limits.NAME));
    job.put("executor", executors.require(f.text("executor")));
    for (var name : List.of("source_ref", "target_ref", "payload_ref")) {
      put(job, name, f.text(name), Limits.SIGNAL_TEXT);
    }
    var payload = payload(f.json("safe_payload"));
    if (payload != null) {
      job.set("safe_payload", payload);
    }
    job.put("payload_classification", classification(f.text("payload_classification")));
    var links =
        EnqueueLinksBuilder.builder()
            .deadlineAt(f.time("deadline_at"))
            .causationEvent(either(f, "causation_event", "causation_event_id"))
            .parentJob(either(f, "parent_job", "parent_job_id"))
            .workflow(alone ? either(f, "workflow", "workflow_id") : null)
            .dependsOn(alone ? f.texts("depends_on") : null)
            .onFailure(alone ? onFailure(f) : null)
            .build();
    put(job, "causation_event", links.causationEvent(), Limits.KEY);
    put(job, "parent_job", links.parentJob(), Limits.KEY);
    var behalf = f.text("enqueued_by");
    job.put(
        "enqueued_by",
        behalf == null ? principal : JobText.required("enqueued_by", behalf, Limits.NAME));
    job.put(
        "source_system", JobText.required("source_system", f.text("source_system"), Limits.NAME));
    put(job, "idempotency_key", meta.idempotencyKey(), Limits.KEY);
    var properties = Json.tree(Map.of(SubstrateReads.PROPERTY, job));
    return EnqueueBuilder.builder()
        .meta(meta)
        .templateCode(Enqueue.TASK)
        .properties(properties)
        .queueKey(kind)
        .priority(f.integer("priority"))
        .readyAt(f.time("process_after"))
        .dueAt(f.time("due_at"))
        .maxAttempts(f.integer("max_attempts"))
        .ties(links)
        .build();
  }

  /** Converts {@link #SPAWNED}. */
  static Spawn spawned(RequestFields f, AllowedExecutors executors, String principal) {
    f.without(NOT_SPAWNED);
    var job = read(f, RequestMeta.key(null), executors, principal, false);
    return new Spawn(job.queueKey(), job.priority(), job.maxAttempts(), job.properties());
  }

  static String executor(Spawn spawn) {
    return spawn.properties().path(SubstrateReads.PROPERTY).path("executor").asString();
  }

  private static void put(
      tools.jackson.databind.node.ObjectNode job, String name, String value, int limit) {
    if (value != null) {
      job.put(name, JobText.required(name, value, limit));
    }
  }

  private static String classification(String given) {
    if (given == null) {
      return CLASSIFICATIONS.get(0);
    }
    if (!CLASSIFICATIONS.contains(given)) {
      throw RequestFields.refuse(
          "payload_classification", "is not one of " + WordList.and(CLASSIFICATIONS));
    }
    return given;
  }

  /** A job carries signals, not data, independently of the policy of the queue. */
  private static JsonNode payload(JsonNode given) {
    if (given == null) {
      return null;
    }
    if (!given.isObject()) {
      throw RequestFields.refuse("safe_payload", "is not a JSON object");
    }
    var fault = SignalOnly.fault(given);
    if (fault != null) {
      throw new RefusedException(
          new Refusal(
              Code.PAYLOAD_REFUSED,
              fault.in("safe_payload")
                  + ": a job carries signals, not data"
                  + fault.because()
                  + "; keep the data elsewhere and send payload_ref",
              fault.in("safe_payload")));
    }
    return given;
  }
}
