package io.tapline.server.jobs;

import static io.tapline.api.ActionKey.CREATE_SUBSCRIPTION;
import static io.tapline.api.ActionKey.RETIRE_SUBSCRIPTION;

import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.Limits;
import io.tapline.api.Page;
import io.tapline.api.WireField;
import io.tapline.api.request.CommonFields;
import io.tapline.api.request.CreateSubscription;
import io.tapline.api.request.CreateSubscription.EventFilter;
import io.tapline.api.request.CreateSubscription.Spawn;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireSubscription;
import io.tapline.engine.Engine;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.read.webhook.SubscriptionView;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;

/** Subscriptions: events that create jobs. */
@Component
final class SubscriptionEndpoints implements EndpointGroup {

  private static final String SUBSCRIPTIONS = JobFields.JOBS + "/subscriptions";

  private record NewSubscription(
      RequestMeta meta,
      @WireField(required = true, length = Limits.NAME, about = "the display name") String name,
      @WireField(required = true, about = "the type of the events") EventType eventType,
      @WireField(about = "the events of that type; default: all except events of the created kind")
          EventFilter filter,
      @WireField(
              required = true,
              about = "the job to create; causation_event and parent_job come from the event")
          JobRequest.Content job,
      @CommonFields.Reason String reason) {}

  private final Engine engine;
  private final AllowedExecutors executors;
  private final JobKinds kinds;

  SubscriptionEndpoints(Engine engine, AllowedExecutors executors, JobKinds kinds) {
    this.engine = engine;
    this.executors = executors;
    this.kinds = kinds;
  }

  /** A subscription after an action. */
  public record Subscribed(String subscriptionId, SubscriptionStatus status, boolean replayed) {}

  @Override
  public List<Endpoint> endpoints() {
    return List.of(create(), list(), retire());
  }

  private Endpoint create() {
    return JobFields.verb(
            SUBSCRIPTIONS,
            CREATE_SUBSCRIPTION,
            "Create a subscription: each matching event from now on creates one job",
            NewSubscription.class)
        .answers(ValueShape.of(Subscribed.class))
        .refuses(Code.STATE_CONFLICT, Code.PAYLOAD_REFUSED, Code.PAYLOAD_TOO_LARGE)
        .handledBy(this::make);
  }

  private HttpAnswer make(EndpointCall call) throws IOException {
    var command =
        ActionRequests.body(
            call, NewSubscription.class, null, body -> command(body, call.caller().principal()));
    require(call, command.spawn());
    return answer(call, command);
  }

  private CreateSubscription command(NewSubscription body, String principal) {
    if (body.job() == null) {
      throw RefusedException.invalid("job", "is required");
    }
    return new CreateSubscription(
        body.meta(),
        body.name(),
        body.eventType(),
        body.filter(),
        JobRequest.spawned(body.job(), executors, principal),
        body.reason());
  }

  private void require(EndpointCall call, Spawn spawned) {
    kinds.require(call.tenantId(), spawned.kind(), JobRequest.executor(spawned));
  }

  private HttpAnswer answer(EndpointCall call, io.tapline.api.request.SubscriptionCommand command)
      throws IOException {
    var answer = JobText.inWords(() -> engine.execute(call.caller(), command));
    return call.ok(
        new Subscribed(
            answer.document().path("subscription_euid").asString(),
            SubscriptionStatus.valueOf(answer.document().path("status").asString()),
            answer.replayed()));
  }

  private Endpoint list() {
    return Endpoint.get(SUBSCRIPTIONS)
        .summary("Subscriptions, oldest first, with the position of each in the events")
        .query("status", ValueShape.choice(SubscriptionStatus.class), "absent: ACTIVE")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(SubscriptionView.class))
        .handledBy(
            call -> {
              var status = call.choice("status", SubscriptionStatus.class);
              return call.ok(
                  engine
                      .reads()
                      .subscriptions()
                      .page(
                          call.tenantId(),
                          status == null ? SubscriptionStatus.ACTIVE : status,
                          call.limit(),
                          call.cursor()));
            });
  }

  private Endpoint retire() {
    return JobFields.verb(
            SUBSCRIPTIONS + "/{subscription_id}/retire",
            RETIRE_SUBSCRIPTION,
            "Retire a subscription: it creates no more jobs; existing jobs remain",
            JobFields.WithReason.class)
        .path("subscription_id", ValueShape.text(Limits.KEY), "the subscription")
        .answers(ValueShape.of(Subscribed.class))
        .refuses(Code.STATE_CONFLICT)
        .handledBy(
            call -> {
              var request = ActionRequests.body(call, JobFields.WithReason.class, null);
              var command =
                  new RetireSubscription(
                      request.meta(), call.path("subscription_id"), request.reason());
              return answer(call, command);
            });
  }
}
