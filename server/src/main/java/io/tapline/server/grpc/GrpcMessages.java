package io.tapline.server.grpc;

import com.google.protobuf.Timestamp;
import io.tapline.api.ClaimAnswer;
import io.tapline.engine.action.CommandReader;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.DomainKey;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.ClaimNext;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.Failure;
import io.tapline.grpc.v1.Performance;
import io.tapline.grpc.v1.Progress;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.StartRequest;
import io.tapline.grpc.v1.Success;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts messages to commands through the documents of the HTTP API, so that the rules for fields
 * exist once. In protobuf, an empty text or a zero represents an absent field.
 */
final class GrpcMessages {

  private GrpcMessages() {}

  static Command register(RegisterRequest request) {
    var type = request.getWorkerType();
    var body = Json.object().put("worker_type", type.isEmpty() ? "SERVICE" : type);
    text(body, "worker_key", request.getWorkerKey());
    text(body, "display_name", request.getDisplayName());
    texts(body, "capabilities", request.getCapabilitiesList());
    texts(body, "site_scope", request.getSiteScopeList());
    texts(body, "platform_scope", request.getPlatformScopeList());
    texts(body, "assay_scope", request.getAssayScopeList());
    number(body, "max_concurrent_leases", request.getMaxConcurrentLeases());
    number(body, "heartbeat_ttl_seconds", request.getHeartbeatTtlSeconds());
    text(body, "build_version", request.getBuildVersion());
    text(body, "host", request.getHost());
    text(body, "process_identity", request.getProcessIdentity());
    return read(ActionKey.REGISTER_WORKER, body, key(request.getIdempotencyKey()));
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
    return read(ActionKey.CLAIM_QUEUE_ITEM, body, number == 0 ? key : key + "/" + number);
  }

  /**
   * @param workerEuid the reporting worker
   */
  static Claim claimNext(ClaimNext next, String workerEuid) {
    var claim = Json.object().put("start", next.getStart());
    text(claim, "queue_key", next.getQueueKey());
    number(claim, "max_items", next.getMaxItems());
    number(claim, "lease_ttl_seconds", next.getLeaseTtlSeconds());
    text(claim, "idempotency_key", next.getIdempotencyKey());
    var body = Json.object();
    body.set(CommandReader.CLAIM_NEXT, claim);
    return CommandReader.claimNext(body, workerEuid, null, null);
  }

  static Command heartbeat(String workerEuid, boolean ending) {
    var body = Json.object().put("ending", ending);
    text(body, "worker_euid", workerEuid);
    return read(ActionKey.HEARTBEAT_WORKER, body, newKey());
  }

  static Command renew(String workerEuid, String leaseEuid) {
    return leaseVerb(ActionKey.RENEW_QUEUE_LEASE, workerEuid, leaseEuid, null);
  }

  static Command start(StartRequest request) {
    var body = Json.object();
    text(body, "subject_euid", request.getSubjectEuid());
    text(body, "worker_euid", request.getWorkerEuid());
    text(body, "lease_euid", request.getLeaseEuid());
    return read(ActionKey.START_QUEUE_EXECUTION, body, key(request.getIdempotencyKey()));
  }

  static Command release(String workerEuid, String leaseEuid, String reason) {
    return leaseVerb(ActionKey.RELEASE_QUEUE_LEASE, workerEuid, leaseEuid, reason);
  }

  static Command progress(String workerEuid, Progress note) {
    var body = Json.object();
    text(body, "worker_euid", workerEuid);
    text(body, "subject_euid", note.getSubjectEuid());
    text(body, "lease_euid", note.getLeaseEuid());
    text(body, "message", note.getMessage());
    if (note.hasFraction()) {
      body.put("fraction", note.getFraction());
    }
    return read(ActionKey.REPORT_PROGRESS, body, newKey());
  }

  private static Command leaseVerb(
      ActionKey action, String workerEuid, String leaseEuid, String reason) {
    var body = Json.object();
    text(body, "worker_euid", workerEuid);
    text(body, "lease_euid", leaseEuid);
    text(body, "reason", reason);
    return read(action, body, newKey());
  }

  static Command result(Result result) {
    var body = Json.object();
    text(body, "subject_euid", result.getSubjectEuid());
    text(body, "worker_euid", result.getWorkerEuid());
    text(body, "lease_euid", result.getLeaseEuid());
    var key = key(result.getIdempotencyKey());
    return switch (result.getOutcomeCase()) {
      case SUCCESS ->
          read(ActionKey.COMPLETE_QUEUE_EXECUTION, success(body, result.getSuccess()), key);
      case FAILURE -> read(ActionKey.FAIL_QUEUE_EXECUTION, failure(body, result.getFailure()), key);
      case RELEASE -> {
        text(body, "reason", result.getRelease().getReason());
        yield read(ActionKey.RELEASE_QUEUE_LEASE, body, key);
      }
      case PERFORMANCE -> performance(body, result.getPerformance(), key);
      case OUTCOME_NOT_SET ->
          throw ProblemException.invalid(
              "outcome", "set one of success, performance, failure and release");
    };
  }

  private static ObjectNode success(ObjectNode body, Success success) {
    json(body, "result_payload", success.getResultPayload());
    text(body, "next_queue_key", success.getNextQueueKey());
    text(body, "next_action_key", success.getNextActionKey());
    text(body, "action_key", success.getActionKey());
    texts(body, "outputs", success.getOutputsList());
    return body;
  }

  private static Command performance(ObjectNode ids, Performance performance, String key) {
    var body = Json.object();
    json(body, "fields", performance.getFields());
    var fields = body.path("fields");
    if (!fields.isMissingNode() && !fields.isObject()) {
      throw ProblemException.invalid("fields", "is not the JSON text of an object");
    }
    body.remove("fields");
    fields.properties().forEach(field -> body.set(field.getKey(), field.getValue()));
    body.setAll(ids);
    return CommandReader.perform(action(performance.getActionKey()), body, key, null);
  }

  private static DomainKey action(String key) {
    try {
      return new DomainKey(key);
    } catch (IllegalArgumentException e) {
      throw ProblemException.invalid("action_key", e.getMessage());
    }
  }

  private static ObjectNode failure(ObjectNode body, Failure failure) {
    text(body, "error_class", failure.getErrorClass());
    text(body, "error_code", failure.getErrorCode());
    text(body, "error_message", failure.getErrorMessage());
    text(body, "reason_code", failure.getReasonCode());
    text(body, "stage", failure.getStage());
    json(body, "result_payload", failure.getResultPayload());
    return body;
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
    return CommandReader.read(action, body, key, null);
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

  private static void number(ObjectNode body, String name, int value) {
    if (value != 0) {
      body.put(name, value);
    }
  }

  private static void texts(ObjectNode body, String name, List<String> values) {
    if (!values.isEmpty()) {
      var all = body.putArray(name);
      values.forEach(all::add);
    }
  }

  private static void json(ObjectNode body, String name, String text) {
    if (text.isEmpty()) {
      return;
    }
    try {
      body.set(name, Json.parseStrictly(text));
    } catch (JacksonException e) {
      throw ProblemException.invalid(name, "is not JSON; send the text of an object");
    }
  }
}
