package io.tapline.server.lab;

import io.tapline.api.Code;
import io.tapline.api.DomainKey;
import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.PerformActionBuilder;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.RefusedException;
import io.tapline.packs.wetlab.WetLabPack;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Paths, workers and refusals that these endpoints have in common. */
@Component
final class AtlasSupport {

  static final String PATH = "/api/v1/external/atlas/beta";

  static final ValueShape KEY = ValueShape.text(Limits.KEY);

  static final ApiField METADATA =
      ApiField.optional("metadata", ValueShape.open(), "further data to store");
  static final ApiField REASON =
      ApiField.optional("reason", ValueShape.text(Limits.TEXT), "the reason, stored as evidence");

  static final Code[] CONFLICTS = {
    Code.NOT_FOUND,
    Code.IDEMPOTENCY_CONFLICT,
    Code.SUBJECT_HELD,
    Code.SUBJECT_TERMINAL,
    Code.STATE_CONFLICT,
    Code.REVISION_CONFLICT,
    Code.INVALID_TRANSITION,
    Code.PAYLOAD_REFUSED,
    Code.NOT_LEASE_OWNER,
    Code.LEASE_EXPIRED,
    Code.LEASE_NOT_ACTIVE,
    Code.ALREADY_LEASED,
    Code.NOT_VISIBLE,
    Code.QUEUE_DISABLED,
    Code.MANUAL_ONLY,
    Code.WORKER_DRAINING,
    Code.WORKER_DISABLED,
    Code.CAPABILITY_MISMATCH,
    Code.SCOPE_MISMATCH,
    Code.LEASE_LIMIT_REACHED
  };

  /** As many pools of 384 as one caller prepares at once. */
  private static final int LEASES = 10_000;

  private final Engine engine;
  private final ActionRequests actions;

  AtlasSupport(Engine engine, ActionRequests actions) {
    this.engine = engine;
    this.actions = actions;
  }

  /** The endpoints require the pack of the bench. */
  boolean served() {
    return engine.domainActions().stream().anyMatch(action -> action.key().equals("create_run"));
  }

  DomainAction action(String key) {
    return engine.domainActions().stream()
        .filter(action -> action.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  /** A field of an answer as text; null when it is absent. */
  static String text(JsonNode node, String name) {
    var value = node.get(name);
    return value == null || value.isNull() ? null : value.asString();
  }

  /** Declares the headers and refusals of every POST or PATCH. */
  static Endpoint.Builder declared(Endpoint.Builder endpoint, List<ApiField> body) {
    return endpoint
        .header("Idempotency-Key", KEY, "the same key with the same request is the same request")
        .header("traceparent", ValueShape.text(200), "W3C trace context")
        .body(body)
        .refuses(CONFLICTS);
  }

  RequestMeta meta(EndpointCall call) {
    return actions.meta(call);
  }

  String idempotencyKey(EndpointCall call) {
    return call.header("Idempotency-Key");
  }

  Engine engine() {
    return engine;
  }

  /**
   * The worker of the caller's claims: registered once, with every skill of the bench. The caller's
   * roles decide whether it may be used.
   */
  String worker(EndpointCall call) {
    var name = "atlas:" + call.caller().principal();
    var type = call.caller().workerType();
    var register =
        RegisterWorkerBuilder.builder()
            .meta( // A change of roles changes the type, which makes it another request.
                new RequestMeta("atlas-worker:" + type, null, null))
            .workerKey(name.length() > Limits.KEY ? name.substring(0, Limits.KEY) : name)
            .workerType(type)
            .capabilities(WetLabPack.capabilities())
            .maxConcurrentLeases(LEASES)
            .build();
    return engine.execute(call.caller(), register).workerEuid();
  }

  /** Begins a command of an action of the bench. */
  PerformActionBuilder command(EndpointCall call, String action) {
    return PerformActionBuilder.builder()
        .meta(meta(call))
        .action(new DomainKey(action))
        .expect(StatePrecondition.NOTHING);
  }

  /**
   * Carries out an action of the bench.
   *
   * @param subjectField the subject's name in this request
   */
  ActionAnswer perform(EndpointCall call, String subjectField, PerformAction command) {
    try {
      return engine.execute(call.caller(), command);
    } catch (RefusedException e) {
      throw renamed(e, subjectField);
    }
  }

  /** Replaces the action's field names by those of this API. */
  private static RefusedException renamed(RefusedException refused, String subjectField) {
    var refusal = refused.refusal();
    var field =
        "subject_euid".equals(refusal.field())
            ? subjectField
            : "lease_euid".equals(refusal.field()) ? "claim_euid" : refusal.field();
    if (field == null || field.equals(refusal.field())) {
      return refused;
    }
    return new RefusedException(
        new Refusal(refusal.code(), refusal.message().replace(refusal.field(), field), field));
  }

  /** An existing material or container of the right category. */
  ExistingObject object(EndpointCall call, String euid, String field, String category) {
    var found = engine.reads().objects().one(call.tenantId(), euid);
    if (found == null || !found.templateCode().startsWith(category)) {
      throw RefusedException.unknown(field, "object " + euid + " of that kind");
    }
    return found;
  }
}
