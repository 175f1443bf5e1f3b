package io.tapline.server.webhooks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Page;
import io.tapline.api.request.CreateWebhook;
import io.tapline.api.request.RequestValidation;
import io.tapline.api.request.UpdateWebhook;
import io.tapline.api.request.WebhookCommand;
import io.tapline.api.request.WebhookFields;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.engine.read.webhook.WebhookView;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.actions.WireFields;
import io.tapline.server.database.DeliveryFence;
import io.tapline.server.external.SecretSeal;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Webhooks, for administrators: receivers of events, and undeliverable events. */
@Component
final class WebhookEndpoints implements EndpointGroup {

  private static final String WEBHOOKS = "/api/v1/webhooks";
  private static final String ONE = WEBHOOKS + "/{webhook_euid}";
  private static final String LETTERS = ONE + "/dead-letters";
  private static final String EUID = "webhook_euid";
  private static final String LETTER = "dead_letter_euid";

  private static final ValueShape KEY = ValueShape.text(Limits.KEY);

  record Changed(String actionEuid, boolean replayed, @JsonUnwrapped Webhook.View view) {}

  /** A dead letter that will be sent again. */
  record Requested(String actionEuid, boolean replayed, @JsonUnwrapped WebhookLetter.View view) {}

  private final Engine engine;
  private final ActionRequests actions;
  private final SecretSeal seal;
  private final AddressRule addresses;
  private final DeliveryFence fence;

  WebhookEndpoints(
      Engine engine,
      ActionRequests actions,
      SecretSeal seal,
      DeliveryFence fence,
      Environment environment) {
    this.fence = fence;
    this.engine = engine;
    this.actions = actions;
    this.seal = seal;
    this.addresses = WebhookSettings.read(environment::getProperty).addresses();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), one(), create(), update(), retire(), letters(), redeliver());
  }

  private Endpoint list() {
    return Endpoint.get(WEBHOOKS)
        .summary("Webhooks, oldest first, without their secrets")
        .access(EndpointAccess.ADMIN)
        .query("status", ValueShape.choice(Webhook.Status.class), "only those")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(WebhookView.class))
        .handledBy(
            call -> {
              var page =
                  engine
                      .reads()
                      .webhooks()
                      .list(
                          call.tenantId(),
                          call.choice("status", Webhook.Status.class),
                          call.limit(),
                          call.cursor());
              return call.ok(
                  new Page<>(page.items().stream().map(this::shown).toList(), page.nextCursor()));
            });
  }

  private Endpoint one() {
    return Endpoint.get(ONE)
        .summary("One webhook")
        .access(EndpointAccess.ADMIN)
        .path(EUID, KEY, "the webhook")
        .answers(ValueShape.of(WebhookView.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(shown(engine.reads().webhooks().one(call.tenantId(), call.path(EUID)))));
  }

  private WebhookView shown(WebhookView view) {
    return fence.state() == DeliveryFence.State.OPEN ? view : view.fenced();
  }

  private Endpoint create() {
    return action(Endpoint.post(WEBHOOKS), ActionKey.CREATE_WEBHOOK)
        .summary("Create a webhook: new events are sent, signed, to an external address")
        .answers(ValueShape.of(Changed.class))
        .refuses(Code.STATE_CONFLICT)
        .handledBy(this::create);
  }

  private Endpoint update() {
    return action(Endpoint.post(ONE + "/update"), ActionKey.UPDATE_WEBHOOK)
        .summary("Change or pause a webhook; fields that are absent do not change")
        .path(EUID, KEY, "the webhook")
        .answers(ValueShape.of(Changed.class))
        .refuses(Code.NOT_FOUND, Code.STATE_CONFLICT, Code.REVISION_CONFLICT)
        .handledBy(this::update);
  }

  private Endpoint retire() {
    return action(Endpoint.post(ONE + "/retire"), ActionKey.RETIRE_WEBHOOK)
        .summary("Retire a webhook permanently")
        .path(EUID, KEY, "the webhook")
        .answers(ValueShape.of(Changed.class))
        .refuses(Code.NOT_FOUND, Code.STATE_CONFLICT, Code.REVISION_CONFLICT)
        .handledBy(call -> call.ok(changed(execute(call, ActionKey.RETIRE_WEBHOOK, EUID))));
  }

  private Endpoint letters() {
    return Endpoint.get(LETTERS)
        .summary("Events that a webhook did not accept, oldest first")
        .access(EndpointAccess.ADMIN)
        .path(EUID, KEY, "the webhook")
        .query("status", ValueShape.choice(WebhookLetter.Status.class), "only those")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(WebhookLetter.View.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(
                    engine
                        .reads()
                        .webhooks()
                        .letters(
                            call.tenantId(),
                            call.path(EUID),
                            call.choice("status", WebhookLetter.Status.class),
                            call.limit(),
                            call.cursor())));
  }

  private Endpoint redeliver() {
    return action(
            Endpoint.post(LETTERS + "/{dead_letter_euid}/redeliver"),
            ActionKey.REDELIVER_WEBHOOK_EVENT)
        .summary("Send a failed event again")
        .path(EUID, KEY, "the webhook")
        .path(LETTER, KEY, "the dead letter")
        .answers(ValueShape.of(Requested.class))
        .refuses(Code.NOT_FOUND, Code.STATE_CONFLICT)
        .handledBy(this::redeliver);
  }

  private static Endpoint.Builder action(Endpoint.Builder endpoint, ActionKey key) {
    var fields = new ArrayList<>(RequestShapes.of(ActionTable.of(key).request(), EUID, LETTER));
    fields.add(ApiField.optional("idempotency_key", KEY, "required here or as a header"));
    fields.add(ApiField.optional("correlation_id", WireFields.CODE, "stored in the evidence"));
    return endpoint
        .access(EndpointAccess.of(ActionTable.of(key).roles()))
        .header("Idempotency-Key", KEY, "the idempotency key, if the body does not contain it")
        .header("traceparent", ValueShape.text(200), "W3C trace context")
        .body(fields)
        .refuses(Code.IDEMPOTENCY_CONFLICT);
  }

  private HttpAnswer create(EndpointCall call) throws IOException {
    var command = (CreateWebhook) actions.read(call, ActionKey.CREATE_WEBHOOK, call.body());
    var fields = sealed(call, command, command.fields());
    return call.ok(
        changed(
            engine.execute(
                call.caller(), new CreateWebhook(command.meta(), fields, command.reason()))));
  }

  private HttpAnswer update(EndpointCall call) throws IOException {
    var command = (UpdateWebhook) read(call, ActionKey.UPDATE_WEBHOOK, EUID);
    var fields = sealed(call, command, command.fields());
    return call.ok(
        changed(
            engine.execute(
                call.caller(),
                new UpdateWebhook(
                    command.meta(),
                    command.webhookEuid(),
                    command.expectedRevision(),
                    fields,
                    command.reason()))));
  }

  private HttpAnswer redeliver(EndpointCall call) throws IOException {
    var answer = execute(call, ActionKey.REDELIVER_WEBHOOK_EVENT, EUID, LETTER);
    var view = Json.read(answer.document(), WebhookLetter.View.class);
    return call.ok(new Requested(answer.actionEuid(), answer.replayed(), view));
  }

  /**
   * Checks the request as it was sent, then seals the secret: the engine never receives it in
   * clear.
   */
  private WebhookFields sealed(EndpointCall call, WebhookCommand command, WebhookFields fields) {
    RefusedException.throwIfRefused(RequestValidation.refusal(command));
    if (fields.url() != null) {
      var inside = addresses.refusalAtSight(URI.create(fields.url()));
      if (inside != null) {
        throw ProblemException.invalid("url", inside);
      }
    }
    if (fields.secret() == null) {
      return fields;
    }
    if (fields.secret().getBytes(StandardCharsets.UTF_8).length > Limits.SECRET_SENT) {
      throw ProblemException.invalid("secret", "has more than " + Limits.SECRET_SENT + " bytes");
    }
    return fields.sealed(seal.seal(SecretSeal.webhook(call.tenantId()), fields.secret()));
  }

  private ActionAnswer execute(EndpointCall call, ActionKey action, String... inPath)
      throws IOException {
    return engine.execute(call.caller(), read(call, action, inPath));
  }

  private WebhookCommand read(EndpointCall call, ActionKey action, String... inPath)
      throws IOException {
    var body = call.body();
    if (body instanceof ObjectNode fields) {
      for (var name : inPath) {
        if (fields.has(name)) {
          throw ProblemException.invalid(name, "is taken from the path; remove it from the body");
        }
        fields.put(name, call.path(name));
      }
    }
    return (WebhookCommand) actions.read(call, action, body);
  }

  private static Changed changed(ActionAnswer answer) {
    return new Changed(
        answer.actionEuid(), answer.replayed(), Json.read(answer.document(), Webhook.View.class));
  }
}
