package io.tapline.server.jobs;

import static io.tapline.engine.model.ActionKey.CREATE_SUBSCRIPTION;
import static io.tapline.engine.model.ActionKey.RETIRE_SUBSCRIPTION;

import io.tapline.engine.Engine;
import io.tapline.engine.command.CommandReader;
import io.tapline.engine.command.CreateSubscription;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RetireSubscription;
import io.tapline.engine.decide.Limits;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Subscription.Spawn;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.read.Page;
import io.tapline.engine.read.SubscriptionView;
import io.tapline.server.api.Actions;
import io.tapline.server.http.Call;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.Field;
import io.tapline.server.http.Shape;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.ServerResponse;

/** Subscriptions: which events make which jobs. */
@Component
final class SubscriptionEndpoints implements EndpointGroup {

  private static final String SUBSCRIPTIONS = JobFields.JOBS + "/subscriptions";

  private final Engine engine;
  private final Executors executors;
  private final JobKinds kinds;

  SubscriptionEndpoints(Engine engine, Executors executors, JobKinds kinds) {
    this.engine = engine;
    this.executors = executors;
    this.kinds = kinds;
  }

  /** A subscription after a verb. */
  public record Subscribed(String subscriptionId, SubscriptionStatus status, boolean replayed) {}

  @Override
  public List<Endpoint> endpoints() {
    return List.of(create(), list(), retire());
  }

  private Endpoint create() {
    return JobFields.verb(
            SUBSCRIPTIONS,
            CREATE_SUBSCRIPTION,
            "From now on each event that matches makes a job, once",
            Field.required("name", JobFields.NAME, "what people call it"),
            Field.required("event_type", Shape.choice(EventType.names()), "the type of the events"),
            Field.optional(
                "filter",
                Shape.fields(
                    Field.optional("kind", JobFields.KEY, "the kind that the event is about"),
                    Field.optional("cause", JobFields.NAME, "the event's own word for why"),
                    Field.optional("correlation_id", JobFields.KEY, "of the work it is about")),
                "which events of that type; absent: all but those about the kind that is made"),
            Field.required(
                "job",
                Shape.fields(JobRequest.SPAWNED.toArray(Field[]::new)),
                "the job that is made; causation_event and parent_job are the event's"),
            JobFields.REASON)
        .answers(Shape.of(Subscribed.class))
        .refuses(Code.STATE_CONFLICT, Code.PAYLOAD_REFUSED, Code.PAYLOAD_TOO_LARGE)
        .handledBy(this::make);
  }

  private ServerResponse make(Call call) throws IOException {
    var body = call.body();
    var f = new RequestFields(body);
    var meta = Actions.meta(call, f, body);
    var name = f.text("name");
    var type = f.eventType("event_type");
    var filter = CommandReader.filter(f);
    var job = f.inside("job");
    if (job == null) {
      throw RequestFields.refuse("job", "is required");
    }
    var made = JobRequest.spawned(job, executors, call.caller().principal());
    job.nothingElse();
    var command = new CreateSubscription(meta, name, type, filter, made, f.text("reason"));
    f.nothingElse();
    require(call, made);
    return answer(call, command);
  }

  private void require(Call call, Spawn made) {
    kinds.require(call.tenantId(), made.kind(), JobRequest.executor(made));
  }

  private ServerResponse answer(Call call, io.tapline.engine.command.SubscriptionCommand command)
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
        .summary("Subscriptions, the oldest first, and how far each has read the events")
        .query("status", Shape.choice(SubscriptionStatus.class), "absent: ACTIVE")
        .query("limit", Shape.whole(1, Page.MAX_LIMIT), "items on a page; 50 if absent")
        .query("cursor", Shape.text(1_000), "the next_cursor of the page before")
        .answers(Shape.page(SubscriptionView.class))
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
            "Make no more jobs of events; what was made stays",
            JobFields.REASON)
        .path("subscription_id", Shape.text(Limits.KEY), "the subscription")
        .answers(Shape.of(Subscribed.class))
        .refuses(Code.STATE_CONFLICT)
        .handledBy(
            call -> {
              var body = call.body();
              var f = new RequestFields(body);
              var command =
                  new RetireSubscription(
                      Actions.meta(call, f, body), call.path("subscription_id"), f.text("reason"));
              f.nothingElse();
              return answer(call, command);
            });
  }
}
