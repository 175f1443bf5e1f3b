package io.tapline.server.external;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.Limits;
import io.tapline.api.Role;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.RequestValidation;
import io.tapline.api.request.SetCallbackSecret;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.webhook.CallbackReads;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.server.security.SignatureAttempts;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenant;
import io.tapline.tapdb.Tenants;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * External systems report results without a token: they sign each result with the secret of the
 * queue. Every invalid signature gets the same answer.
 */
@Component
final class CallbackEndpoints implements EndpointGroup {

  static final String PATH = "/api/v1/external/callbacks/{queue_key}";
  static final String TENANT = "Tapline-Tenant";
  static final String TIMESTAMP = "Tapline-Timestamp";
  static final String SIGNATURE = "Tapline-Signature";

  /** Limit of the sender's clock error and the transmission time together. */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final String SCHEME = "sha256=";
  private static final ValueShape KEY = ValueShape.text(Limits.KEY);

  /**
   * A result of 256 KiB with the other fields; the body is read before its signature can be
   * checked.
   */
  private static final int MOST_BYTES = 512 * 1024;

  /** The place of a secret that signs nothing; it is opened when the queue has none. */
  private static final String NOBODYS = "nobody's callback";

  /** Replaces a secret that was sealed with another key. */
  private static final byte[] NO_SECRET = new byte[32];

  private static final ValueShape OUTCOMES =
      ValueShape.choice(
          ExecutionState.READY,
          ExecutionState.COMPLETED,
          ExecutionState.FAILED_RETRYABLE,
          ExecutionState.FAILED_TERMINAL);

  private final Engine engine;
  private final ActionRequests actions;
  private final SecretSeal seal;
  private final Tenants tenants;
  private final SignatureAttempts attempts;
  private final String nobodys;

  CallbackEndpoints(
      Engine engine,
      ActionRequests actions,
      SecretSeal seal,
      OpenDatabase database,
      SignatureAttempts attempts) {
    this.attempts = attempts;
    this.nobodys = seal.hasKey() ? seal.seal(NOBODYS, UUID.randomUUID().toString()) : "";
    this.engine = engine;
    this.actions = actions;
    this.seal = seal;
    this.tenants = new Tenants(database.serving());
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(set(), callback());
  }

  private Endpoint set() {
    return actions
        .declare(
            "set-callback-secret",
            ActionKey.SET_CALLBACK_SECRET,
            "Set the secret of the signatures of callbacks for a queue; it cannot be read again")
        .handledBy(this::set);
  }

  private HttpAnswer set(EndpointCall call) throws IOException {
    var command =
        (SetCallbackSecret) actions.read(call, ActionKey.SET_CALLBACK_SECRET, call.body());
    RefusedException.throwIfRefused(RequestValidation.refusal(command));
    if (command.secret().getBytes(StandardCharsets.UTF_8).length > Limits.SECRET_SENT) {
      throw ProblemException.invalid("secret", "has more than " + Limits.SECRET_SENT + " bytes");
    }
    var sealed =
        command.sealed(
            seal.seal(SecretSeal.callback(call.tenantId(), command.queueKey()), command.secret()));
    return call.ok(engine.execute(call.caller(), sealed));
  }

  private Endpoint callback() {
    return Endpoint.post(PATH)
        .summary("Deliver the result of external work, signed with the secret of the queue")
        .access(EndpointAccess.OPEN)
        .mostBytes(MOST_BYTES)
        .bodySeats(LimitedResource.CALLBACK_BODIES)
        .path("queue_key", KEY, "the queue that dispatched the job")
        .header(TENANT, KEY, "the key of the tenant; required")
        .header(
            TIMESTAMP,
            ValueShape.text(20),
            "the time of the signature, in seconds since 1970; required")
        .header(
            SIGNATURE,
            ValueShape.text(100),
            SCHEME + "<hex HMAC-SHA256 of 'timestamp.tenant.queue_key.' and the body>; required")
        .body(callbackFields())
        .answers(
            ValueShape.with(
                ActionAnswer.class,
                List.of("result"),
                ApiField.optional(
                    "result",
                    ValueShape.of(io.tapline.engine.model.Envelope.class),
                    "the envelope of the job")))
        .refuses(ProblemCode.UNAUTHENTICATED, ProblemCode.RATE_LIMITED)
        .refuses(
            Code.NOT_FOUND,
            Code.IDEMPOTENCY_CONFLICT,
            Code.SUBJECT_HELD,
            Code.SUBJECT_TERMINAL,
            Code.STATE_CONFLICT,
            Code.INVALID_TRANSITION,
            Code.PAYLOAD_REFUSED,
            Code.DOMAIN_ACTION_REQUIRED)
        .handledBy(this::callback);
  }

  /** The fields of an external result that its sender can know. */
  private static List<ApiField> callbackFields() {
    var fields = new ArrayList<ApiField>();
    for (var field :
        RequestShapes.of(
            ExternalResult.class, "worker_euid", "reason", "expected_state", "expected_revision")) {
      fields.add(
          field.name().equals("outcome")
              ? ApiField.required("outcome", OUTCOMES, "the next state of the job")
              : field);
    }
    fields.add(
        ApiField.optional("idempotency_key", KEY, "default: the same result is the same callback"));
    return fields;
  }

  private HttpAnswer callback(EndpointCall call) throws IOException {
    var tenantKey = required(call, TENANT);
    var timestamp = required(call, TIMESTAMP);
    var signature = required(call, SIGNATURE);
    var queueKey = call.path("queue_key");
    var request = call.request();
    var queue = tenantKey + "/" + queueKey;
    attempts.require(request, queue);
    var bytes = call.bytes();
    var tenant = tenants.byKey(tenantKey).map(Tenant::id).orElse(CallbackReads.NOBODY);
    if (!signed(tenant, tenantKey, queueKey, timestamp, signature, bytes)) {
      attempts.failed(request, queue);
      throw ProblemException.of(
          ProblemCode.UNAUTHENTICATED, "the signature of the callback is invalid");
    }
    attempts.held(request, queue);
    var body = call.body(bytes);
    return call.ok(report(tenant, queueKey, body));
  }

  /**
   * An unknown tenant, an unknown queue, a queue without a secret and a wrong signature take the
   * same steps (statements, one secret opened, one comparison), so that response times disclose
   * nothing.
   */
  private boolean signed(
      long tenant,
      String tenantKey,
      String queueKey,
      String timestamp,
      String signature,
      byte[] bytes) {
    var callbackSecret = engine.reads().callbacks().secretOf(tenant, queueKey);
    boolean there = callbackSecret.sealed() != null;
    var secret =
        there
            ? seal.open(SecretSeal.callback(tenant, queueKey), callbackSecret.sealed())
            : seal.open(NOBODYS, nobodys);
    var signed =
        timestamp
            + "."
            + tenantKey
            + "."
            + queueKey
            + "."
            + new String(bytes, StandardCharsets.UTF_8);
    var expected =
        SCHEME
            + HexFormat.of()
                .formatHex(SecretSeal.hmac(secret == null ? NO_SECRET : secret, signed));
    boolean same =
        MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
    return same && there && secret != null && fresh(timestamp, callbackSecret.now());
  }

  private static boolean fresh(String timestamp, Instant now) {
    try {
      var sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
      return Duration.between(sent, now).abs().compareTo(TOLERANCE) <= 0;
    } catch (NumberFormatException | java.time.DateTimeException | ArithmeticException e) {
      return false;
    }
  }

  private ActionAnswer report(long tenant, String queueKey, JsonNode body) {
    if (!(body instanceof ObjectNode fields)) {
      throw ProblemException.invalid("body", "is not a JSON object");
    }
    requireOutcome(fields.get("outcome"));
    var key = "callback:" + Json.hash(fields);
    var command = ActionTable.of(ActionKey.RECORD_EXTERNAL_RESULT).read(fields, key, null);
    requireOfQueue(tenant, queueKey, fields.path("subject_euid").asString(""));
    var caller = new Caller(tenant, "callback:" + queueKey, Set.of(Role.WORKER_SERVICE));
    return engine.execute(caller, command);
  }

  /** A callback cannot grant a lease to a worker. */
  private static void requireOutcome(JsonNode outcome) {
    if (outcome != null && outcome.isString() && outcome.asString().equals("RUNNING")) {
      throw ProblemException.invalid(
          "outcome", "RUNNING requires a worker, which a callback cannot name; send READY");
    }
  }

  /** A queue's secret authorizes results of its own jobs only. */
  private void requireOfQueue(long tenant, String queueKey, String subjectEuid) {
    var subject = engine.reads().objects().one(tenant, subjectEuid);
    boolean of =
        subject != null
            && subject.execution() != null
            && dispatchedFrom(tenant, subject.euid(), queueKey);
    if (!of) {
      throw RefusedException.unknown(
          "subject_euid", "job " + subjectEuid + " of queue " + queueKey);
    }
  }

  private boolean dispatchedFrom(long tenant, String subjectEuid, String queueKey) {
    return engine.reads().history().historyOf(tenant, subjectEuid).leases().stream()
        .anyMatch(lease -> queueKey.equals(lease.path("queue_lookup_key").asString("")));
  }

  private static String required(EndpointCall call, String header) {
    var value = call.header(header);
    if (value == null || value.isEmpty()) {
      throw ProblemException.invalid(header, "is required");
    }
    return value;
  }
}
