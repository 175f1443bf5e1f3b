package io.tapline.server.security;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Page;
import io.tapline.api.Role;
import io.tapline.api.request.CloseSession;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.model.SessionView;
import io.tapline.engine.model.SessionsEnded;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sessions: people list and end their own, administrators those of all users. */
@Component
final class SessionEndpoints implements EndpointGroup {

  private static final String SESSIONS = "/api/v1/sessions";
  private static final ValueShape KEY = ValueShape.text(Limits.KEY);
  private static final ValueShape PRINCIPAL = ValueShape.text(Limits.TEXT);

  /**
   * An open session.
   *
   * @param current whether it is the session of the caller
   */
  record ShownSession(boolean current, @JsonUnwrapped SessionView view) {}

  record SessionRevoked(String actionEuid, boolean replayed, @JsonUnwrapped SessionView view) {}

  record SessionsRevoked(
      String actionEuid, boolean replayed, @JsonUnwrapped SessionsEnded sessions) {}

  private final Engine engine;
  private final ActionRequests actions;
  private final LoginSessions sessions;
  private final StoredCredentials stored;

  SessionEndpoints(
      Engine engine, ActionRequests actions, LoginSessions sessions, StoredCredentials stored) {
    this.engine = engine;
    this.actions = actions;
    this.sessions = sessions;
    this.stored = stored;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), revoke(), revokeAll());
  }

  private Endpoint list() {
    return Endpoint.get(SESSIONS)
        .summary("Open sessions, oldest first: the caller's own, and for administrators all")
        .query(
            "principal",
            PRINCIPAL,
            "only sessions of this principal; without the role admin, the caller")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(ShownSession.class))
        .handledBy(this::list);
  }

  private Endpoint revoke() {
    return action(Endpoint.post(SESSIONS + "/{session_euid}/revoke"), "session_euid", "principal")
        .summary(
            "End a session of the caller, or for administrators any,"
                + " within seconds on every server")
        .path("session_euid", KEY, "the session")
        .answers(ValueShape.of(SessionRevoked.class))
        .refuses(Code.NOT_FOUND, Code.STATE_CONFLICT)
        .handledBy(this::revoke);
  }

  private Endpoint revokeAll() {
    return action(Endpoint.post(SESSIONS + "/revoke-all"), "session_euid")
        .summary("End all sessions of a principal, including that of the request")
        .answers(ValueShape.of(SessionsRevoked.class))
        .handledBy(this::revokeAll);
  }

  private static Endpoint.Builder action(Endpoint.Builder endpoint, String... without) {
    var fields = new ArrayList<>(RequestShapes.of(CloseSession.class, without));
    fields.addAll(
        List.of(
            ApiField.optional("idempotency_key", KEY, "required here or as a header"),
            ApiField.optional("correlation_id", WireFields.CODE, "stored in the evidence")));
    return endpoint
        .access(EndpointAccess.of(ActionTable.of(ActionKey.CLOSE_SESSION).roles()))
        .header("Idempotency-Key", KEY, "the idempotency key, if the body does not contain it")
        .header("traceparent", ValueShape.text(200), "W3C trace context")
        .body(fields)
        .refuses(Code.IDEMPOTENCY_CONFLICT);
  }

  private HttpAnswer list(EndpointCall call) {
    var own = call.caller().principal();
    var principal = call.text("principal");
    boolean everybody = call.caller().is(Role.ADMIN);
    if (!everybody && principal != null && !principal.equals(own)) {
      throw ProblemException.of(
          ProblemCode.FORBIDDEN, "only an admin can list the sessions of others; remove principal");
    }
    var page =
        engine
            .reads()
            .credentials()
            .sessions(call.tenantId(), everybody ? principal : own, call.limit(), call.cursor());
    var current = identity(call).sessionEuid();
    return call.ok(
        new Page<>(
            page.items().stream()
                .map(view -> new ShownSession(view.sessionEuid().equals(current), view))
                .toList(),
            page.nextCursor()));
  }

  private HttpAnswer revoke(EndpointCall call) throws IOException {
    var body = call.body();
    if (body instanceof ObjectNode fields) {
      refuse(fields, "session_euid", "is taken from the path; remove it from the body");
      refuse(fields, "principal", "is a field of revoke-all; remove it");
      fields.put("session_euid", call.path("session_euid"));
    }
    var answer = engine.execute(call.caller(), actions.read(call, ActionKey.CLOSE_SESSION, body));
    stored.forgetAll();
    var view = Json.read(answer.document(), SessionView.class);
    return call.ok(
        new SessionRevoked(answer.actionEuid(), answer.replayed(), view),
        cookie(call, view.sessionEuid().equals(identity(call).sessionEuid())));
  }

  private HttpAnswer revokeAll(EndpointCall call) throws IOException {
    var body = call.body();
    var own = call.caller().principal();
    if (body instanceof ObjectNode fields) {
      refuse(fields, "session_euid", "is of one session; end it at " + SESSIONS + "/EUID/revoke");
      if (!fields.hasNonNull("principal")) {
        fields.put("principal", own);
      }
    }
    var answer = engine.execute(call.caller(), actions.read(call, ActionKey.CLOSE_SESSION, body));
    stored.forgetAll();
    var ended = Json.read(answer.document(), SessionsEnded.class);
    return call.ok(
        new SessionsRevoked(answer.actionEuid(), answer.replayed(), ended),
        cookie(call, ended.sessionEuids().contains(identity(call).sessionEuid())));
  }

  private static void refuse(JsonNode fields, String name, String why) {
    if (fields.has(name)) {
      throw ProblemException.invalid(name, why);
    }
  }

  /** The cookie that deletes the own session in the browser, if it was ended. */
  private Map<String, String> cookie(EndpointCall call, boolean ownEnded) {
    return ownEnded ? Map.of(HttpHeaders.SET_COOKIE, sessions.forgotten(call.request())) : Map.of();
  }

  private static Identity identity(EndpointCall call) {
    return Identity.of(call.request());
  }
}
