package io.tapline.server.grpc;

import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.DomainKey;
import io.tapline.api.RequestForm;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.api.request.Renew;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.action.RequestBinder;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.ClaimNext;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.Performance;
import io.tapline.grpc.v1.Progress;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.StartRequest;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts messages to commands through the documents of the HTTP API, so that the rules for fields
 * exist once. The fields of a message have the names of the HTTP API. In protobuf, an empty text or
 * a zero represents an absent field.
 */
final class GrpcMessages {

  private GrpcMessages() {}

  static Command register(RegisterRequest request) {
    var body = document(RegisterWorker.class, request);
    if (!body.has("worker_type")) {
      body.put("worker_type", WorkerType.SERVICE.name());
    }
    return read(ActionKey.REGISTER_WORKER, body, newKey());
  }

  /**
   * @param key of the demand
   * @param number of the claim under this key, from 0: a reopened stream repeats the claims in
   *     order
   */
  static Command claim(Demand demand, int items, String key, int number) {
    var body = Json.object().put("max_items", items).put("start", demand.getStart());
    text(body, "worker_euid", demand.getWorkerEuid());
    text(body, "queue_key", demand.getQueueKey());
    if (demand.getQueueKeysCount() > 0) {
      demand.getQueueKeysList().forEach(body.putArray("queue_keys")::add);
    }
    return read(ActionKey.CLAIM_QUEUE_ITEM, body, number == 0 ? key : key + "/" + number);
  }

  /**
   * @param workerEuid the reporting worker
   */
  static Claim claimNext(ClaimNext next, String workerEuid) {
    var body = Json.object();
    body.set(io.tapline.engine.action.ClaimNext.FIELD, document(Claim.class, next));
    return io.tapline.engine.action.ClaimNext.read(body, workerEuid, null, null);
  }

  static Command heartbeat(String workerEuid, boolean ending) {
    return HeartbeatBuilder.builder()
        .meta(RequestMeta.key(newKey()))
        .workerEuid(workerEuid)
        .ending(ending)
        .build();
  }

  static Command renew(String workerEuid, String leaseEuid) {
    return new Renew(RequestMeta.key(newKey()), workerEuid, leaseEuid, StatePrecondition.NOTHING);
  }

  static Command start(StartRequest request) {
    return read(ActionKey.START_QUEUE_EXECUTION, document(Start.class, request), newKey());
  }

  static Command release(String workerEuid, String leaseEuid, String reason) {
    return new Release(
        RequestMeta.key(newKey()), workerEuid, leaseEuid, StatePrecondition.NOTHING, false, reason);
  }

  static Command progress(String workerEuid, Progress note) {
    var body = document(ReportProgress.class, note);
    text(body, "worker_euid", workerEuid);
    return read(ActionKey.REPORT_PROGRESS, body, newKey());
  }

  static Command result(Result result) {
    return switch (result.getOutcomeCase()) {
      case SUCCESS -> ending(ActionKey.COMPLETE_QUEUE_EXECUTION, result, result.getSuccess());
      case FAILURE -> ending(ActionKey.FAIL_QUEUE_EXECUTION, result, result.getFailure());
      case RELEASE -> ending(ActionKey.RELEASE_QUEUE_LEASE, result, result.getRelease());
      case PERFORMANCE -> performance(result, result.getPerformance());
      case OUTCOME_NOT_SET ->
          throw ProblemException.invalid(
              "outcome", "set one of success, performance, failure and release");
    };
  }

  private static Command ending(ActionKey action, Result result, Message outcome) {
    var body = document(ActionTable.of(action).request(), result, outcome);
    return read(action, body, newKey());
  }

  private static Command performance(Result result, Performance performance) {
    var fields =
        performance.getFields().isEmpty() ? Json.object() : json("fields", performance.getFields());
    if (!fields.isObject()) {
      throw ProblemException.invalid("fields", "is not the JSON text of an object");
    }
    var ids = document(Complete.class, result);
    ids.remove("idempotency_key");
    var body = Json.object();
    body.setAll((ObjectNode) fields);
    body.setAll(ids);
    return RequestBinder.perform(
        action(performance.getActionKey()), body, key(result.getIdempotencyKey()), null);
  }

  private static DomainKey action(String key) {
    try {
      return new DomainKey(key);
    } catch (IllegalArgumentException e) {
      throw ProblemException.invalid("action_key", e.getMessage());
    }
  }

  static Assignment assignment(ClaimAnswer.Item item) {
    var assignment =
        Assignment.newBuilder()
            .setSubjectEuid(item.subjectEuid())
            .setQueueKey(item.queueKey())
            .setLeaseEuid(item.leaseEuid())
            .setRecordEuid(item.recordEuid())
            .setAttemptNumber(item.attemptNumber())
            .setFencingToken(item.fencingToken())
            .setState(item.state().name())
            .setRevision(item.revision())
            .setExpiresAt(timestamp(item.expiresAt()))
            .setTtlSeconds(item.ttlSeconds())
            .setHeartbeatIntervalSeconds(item.heartbeatIntervalSeconds())
            .setProperties(item.properties() == null ? "{}" : Json.print(item.properties()));
    if (item.nextActionKey() != null) {
      assignment.setActionKey(item.nextActionKey());
    }
    if (item.correlationId() != null) {
      assignment.setCorrelationId(item.correlationId());
    }
    if (item.traceId() != null) {
      assignment.setTraceId(item.traceId());
    }
    return assignment.build();
  }

  static Timestamp timestamp(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }

  private static Command read(ActionKey action, JsonNode body, String key) {
    return ActionTable.of(action).read(body, key, null);
  }

  /** Without a key, every call is a new request. */
  static String key(String given) {
    return given.isEmpty() ? newKey() : given;
  }

  private static String newKey() {
    return "grpc-" + UUID.randomUUID();
  }

  private static void text(ObjectNode body, String name, String value) {
    if (value != null && !value.isEmpty()) {
      body.put(name, value);
    }
  }

  /**
   * The fields that are set, under their names, without nested messages.
   *
   * @param request the record that defines the fields: a JSON document is sent as its text
   */
  private static ObjectNode document(Class<?> request, Message... parts) {
    var body = Json.object();
    for (var part : parts) {
      part.getAllFields()
          .forEach(
              (field, value) -> {
                if (!(value instanceof Message)) {
                  body.set(field.getName(), tree(request, field.getName(), value));
                }
              });
    }
    return body;
  }

  private static JsonNode tree(Class<?> request, String name, Object value) {
    boolean document =
        RequestForm.of(request).fields().stream()
            .anyMatch(field -> field.name().equals(name) && field.type() == JsonNode.class);
    return document ? json(name, (String) value) : Json.tree(value);
  }

  private static JsonNode json(String name, String text) {
    try {
      return Json.parseStrictly(text);
    } catch (JacksonException e) {
      throw ProblemException.invalid(name, "is not JSON; send the text of an object");
    }
  }
}
