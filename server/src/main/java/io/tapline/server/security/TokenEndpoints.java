package io.tapline.server.security;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Page;
import io.tapline.api.request.CreateToken;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.CredentialStatus;
import io.tapline.engine.model.CredentialView;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.RandomSecret;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Stored API tokens, which administrators create, list and revoke. */
@Component
final class TokenEndpoints implements EndpointGroup {

  private static final String TOKENS = "/api/v1/tokens";
  private static final ValueShape KEY = ValueShape.text(Limits.KEY);

  /**
   * The stored states. No write happens when a token expires, so an expired token keeps its state.
   */
  private static final List<String> KEPT_AS =
      List.of(CredentialStatus.ACTIVE.name(), CredentialStatus.REVOKED.name());

  private static final ApiField IDEMPOTENCY_KEY =
      ApiField.optional("idempotency_key", KEY, "required here or as a header");
  private static final ApiField CORRELATION =
      ApiField.optional("correlation_id", WireFields.CODE, "stored in the evidence");

  /**
   * A new token.
   *
   * @param token its text, which is returned once; absent in the answer to a repeated request
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Made(
      String token, String actionEuid, boolean replayed, @JsonUnwrapped CredentialView view) {
    @Override
    public String toString() {
      return "Made[" + view.tokenEuid() + "]";
    }
  }

  record Revoked(String actionEuid, boolean replayed, @JsonUnwrapped CredentialView view) {}

  private final Engine engine;
  private final ActionRequests actions;
  private final StoredCredentials stored;

  TokenEndpoints(Engine engine, ActionRequests actions, StoredCredentials stored) {
    this.engine = engine;
    this.actions = actions;
    this.stored = stored;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), create(), revoke());
  }

  private Endpoint list() {
    return Endpoint.get(TOKENS)
        .summary("Stored tokens, oldest first, without their secrets")
        .access(EndpointAccess.ADMIN)
        .query("status", ValueShape.choice(KEPT_AS), "only those")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(CredentialView.class))
        .handledBy(
            call ->
                call.ok(
                    engine
                        .reads()
                        .credentials()
                        .tokens(
                            call.tenantId(),
                            call.choice("status", CredentialStatus.class),
                            call.limit(),
                            call.cursor())));
  }

  private Endpoint create() {
    return action(Endpoint.post(TOKENS), ActionKey.CREATE_TOKEN)
        .summary("Create a token; only this answer contains its text")
        .answers(ValueShape.of(Made.class))
        .handledBy(this::create);
  }

  private Endpoint revoke() {
    return action(Endpoint.post(TOKENS + "/{token_euid}/revoke"), ActionKey.REVOKE_TOKEN)
        .summary(
            "Revoke a token and the sessions that were opened with it, within seconds on"
                + " every server")
        .path("token_euid", KEY, "the token")
        .answers(ValueShape.of(Revoked.class))
        .refuses(Code.NOT_FOUND, Code.STATE_CONFLICT)
        .handledBy(this::revoke);
  }

  private static Endpoint.Builder action(Endpoint.Builder endpoint, ActionKey key) {
    var fields = new ArrayList<>(RequestShapes.of(ActionTable.of(key).request(), "token_euid"));
    fields.addAll(List.of(IDEMPOTENCY_KEY, CORRELATION));
    return endpoint
        .access(EndpointAccess.of(ActionTable.of(key).roles()))
        .header("Idempotency-Key", KEY, "the idempotency key, if the body does not contain it")
        .header("traceparent", ValueShape.text(200), "W3C trace context")
        .body(fields)
        .refuses(Code.IDEMPOTENCY_CONFLICT);
  }

  private HttpAnswer create(EndpointCall call) throws IOException {
    var command = (CreateToken) actions.read(call, ActionKey.CREATE_TOKEN, call.body());
    var secret = RandomSecret.draw();
    var answer = engine.execute(call.caller(), command.withSecret(RandomSecret.hash(secret)));
    var view = view(answer);
    var tenantKey = Identity.of(call.request()).tenantKey();
    // The stored hash is that of the first request, so a repeated request has no text to return.
    var text =
        answer.replayed() ? null : new CredentialText(tenantKey, view.tokenEuid(), secret).text();
    return call.ok(new Made(text, answer.actionEuid(), answer.replayed(), view));
  }

  private HttpAnswer revoke(EndpointCall call) throws IOException {
    var body = call.body();
    if (body instanceof ObjectNode fields) {
      if (fields.has("token_euid")) {
        throw ProblemException.invalid(
            "token_euid", "is taken from the path; remove it from the body");
      }
      fields.put("token_euid", call.path("token_euid"));
    }
    var answer = engine.execute(call.caller(), actions.read(call, ActionKey.REVOKE_TOKEN, body));
    stored.forgetAll();
    return call.ok(new Revoked(answer.actionEuid(), answer.replayed(), view(answer)));
  }

  private static CredentialView view(ActionAnswer answer) {
    return io.tapline.tapdb.Json.read(answer.document(), CredentialView.class);
  }
}
