package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.Limits;
import io.tapline.api.request.CreateSubscription;
import io.tapline.api.request.CreateSubscription.EventFilter;
import io.tapline.api.request.CreateSubscription.Spawn;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireSubscription;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.read.webhook.SubscriptionView;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An event makes a job through a subscription, once. */
class SubscriptionTest extends InspectedTenantTest {

  private static final String MADE = "follow_up";

  @BeforeEach
  void kinds() {
    lab.queue(MADE);
  }

  @AfterEach
  void nothing_is_broken() {
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  /** Until all that was done is in it. */
  private void awaitFeed() {
    lab.events();
  }

  private String subscribe(EventType type, EventFilter filter) {
    return subscribe(type, filter, MADE);
  }

  private String subscribe(EventType type, EventFilter filter, String made) {
    awaitFeed();
    return asAdmin(
            new CreateSubscription(
                RequestMeta.key(InspectedTenant.key()),
                "follow up",
                type,
                filter,
                new Spawn(made, 7, 2, Json.object().put("because", "of you")),
                "so that nothing is forgotten"))
        .document()
        .path("subscription_euid")
        .asString();
  }

  private String completed() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    lab.complete(worker, item);
    return item.subjectEuid();
  }

  private void sweep() {
    awaitFeed();
    lab.engine().sweep(lab.tenantId());
  }

  private long made() {
    return lab.count(
        "instance_subject where tenant_id = ? and json_addl #>> '{properties,because}' = 'of you'",
        lab.tenantId());
  }

  private SubscriptionView only() {
    var page = lab.engine().reads().subscriptions();
    return page.page(lab.tenantId(), SubscriptionStatus.ACTIVE, 10, null).items().get(0);
  }

  @Test
  void an_event_that_matches_makes_one_job_that_knows_where_it_came_from() {
    completed();
    subscribe(EventType.JOB_SUCCEEDED, new EventFilter(QUEUE, null, null));
    sweep();
    assertThat(made()).as("what was before the subscription").isZero();
    var subject = completed();
    sweep();
    sweep();
    assertThat(made()).isEqualTo(1);
    var job = lab.claimAndStart(worker, MADE);
    assertThat(job.properties().at("/job/parent_job").asString()).isEqualTo(subject);
    assertThat(lab.envelope(job.subjectEuid()).priority()).isEqualTo(7);
    assertThat(lab.envelope(job.subjectEuid()).maxAttemptsOverride()).isEqualTo(2);
    assertThat(evidence.parents(job.subjectEuid(), "job_parent")).containsExactly(subject);
    var event = job.properties().at("/job/causation_event").asString();
    assertThat(event).as("as the feed has it").endsWith(".0");
    assertThat(evidence.parents(job.subjectEuid(), "job_caused"))
        .containsExactly(event.substring(0, event.length() - 2));
  }

  @Test
  void only_events_of_its_type_and_filter_count() {
    subscribe(EventType.JOB_DEAD_LETTERED, new EventFilter(QUEUE, null, null));
    completed();
    lab.enqueue("elsewhere");
    lab.fail(worker, lab.claimAndStart(worker, "elsewhere"), ErrorClass.PERMANENT_INPUT);
    sweep();
    assertThat(made()).isZero();
    lab.enqueue(QUEUE);
    lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.PERMANENT_INPUT);
    sweep();
    assertThat(made()).isEqualTo(1);
  }

  @Test
  void a_job_that_was_made_makes_none_of_its_own_kind() {
    subscribe(EventType.JOB_ENQUEUED, null);
    lab.enqueue(QUEUE);
    sweep();
    sweep();
    sweep();
    assertThat(made()).isEqualTo(1);
    refused(
        Code.VALIDATION_FAILED,
        "filter.kind",
        () -> subscribe(EventType.JOB_ENQUEUED, new EventFilter(MADE, null, null)));
  }

  @Test
  void subscriptions_that_chase_each_other_come_to_an_end_and_one_of_them_says_why() {
    subscribe(EventType.JOB_ENQUEUED, new EventFilter(QUEUE, null, null));
    asAdmin(
        new CreateSubscription(
            RequestMeta.key(InspectedTenant.key()),
            "and back",
            EventType.JOB_ENQUEUED,
            new EventFilter(MADE, null, null),
            new Spawn(QUEUE, null, null, Json.object().put("because", "of you")),
            "the other way"));
    lab.enqueue(QUEUE);
    for (int passes = 0; passes < 2 * Limits.GENERATIONS; passes++) {
      sweep();
    }
    assertThat(made()).isEqualTo(Limits.GENERATIONS);
    assertThat(
            lab
                .engine()
                .reads()
                .subscriptions()
                .page(lab.tenantId(), SubscriptionStatus.ACTIVE, 10, null)
                .items()
                .stream()
                .map(SubscriptionView::lastError)
                .filter(java.util.Objects::nonNull))
        .singleElement()
        .asString()
        .contains("trigger each other");
    lab.enqueue(QUEUE);
    sweep();
    assertThat(made()).as("other work goes on").isGreaterThan(Limits.GENERATIONS);
  }

  @Test
  void many_that_look_at_once_make_one_job_for_each_event() {
    subscribe(EventType.JOB_SUCCEEDED, null);
    IntStream.range(0, 20).forEach(i -> completed());
    var looks = IntStream.range(0, 4).mapToObj(i -> BackgroundTask.run(this::sweep)).toList();
    looks.forEach(CompletableFuture::join);
    assertThat(made()).isEqualTo(20);
  }

  @Test
  void a_process_killed_before_it_stored_its_cursor_loses_and_doubles_no_job() throws SQLException {
    var subscription = subscribe(EventType.JOB_SUCCEEDED, null);
    var before = evidence.properties(subscription);
    completed();
    sweep();
    assertThat(made()).isEqualTo(1);
    // As if the mark had never been written.
    evidence.tamper(
        "update tapline.instance_registry set json_addl = jsonb_set(json_addl, '{properties}', '"
            + before
            + "') where tenant_id = ? and euid = '"
            + subscription
            + "'");
    completed();
    sweep();
    assertThat(made()).isEqualTo(2);
  }

  @Test
  void a_subscription_that_fails_leaves_the_others_alone() throws SQLException {
    lab.queue("broken");
    subscribe(EventType.JOB_SUCCEEDED, new EventFilter(QUEUE, null, null), "broken");
    subscribe(EventType.JOB_SUCCEEDED, new EventFilter(QUEUE, null, null));
    execute(
        "create function public.refuse() returns trigger language plpgsql as $$"
            + " begin raise exception 'broken on purpose'; end $$");
    execute(
        "create trigger refuse before insert on tapline.fact_row for each row when (new.action_code"
            + " = tapline.action_code('enqueue_subject') and new.queue_key = 'broken') execute"
            + " function public.refuse()");
    long before = lab.engine().failures().count(Task.SUBSCRIPTION);
    completed();
    sweep();
    assertThat(made()).isEqualTo(1);
    assertThat(lab.engine().failures().count(Task.SUBSCRIPTION)).isEqualTo(before + 1);
    execute("drop trigger refuse on tapline.fact_row");
    sweep();
    assertThat(made()).as("its event waited").isEqualTo(2);
  }

  private static void execute(String sql) throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void a_hundred_are_looked_for_and_one_more_is_refused() {
    for (int i = 0; i < Limits.SUBSCRIPTIONS; i++) {
      subscribe(EventType.JOB_FAILED, null);
    }
    refused(Code.STATE_CONFLICT, () -> subscribe(EventType.JOB_FAILED, null));
  }

  @Test
  void events_wait_while_the_switch_is_off() {
    subscribe(EventType.JOB_SUCCEEDED, null);
    completed();
    asAdmin(new SwitchSubstrate(RequestMeta.key("off"), false, "stop"));
    sweep();
    assertThat(made()).isZero();
    asAdmin(new SwitchSubstrate(RequestMeta.key("on"), true, "go"));
    sweep();
    assertThat(made()).isEqualTo(1);
  }

  @Test
  void a_retired_subscription_makes_no_more_and_what_cannot_be_made_is_told() {
    var subscription = subscribe(EventType.JOB_SUCCEEDED, null);
    asAdmin(new io.tapline.api.request.RetireQueue(RequestMeta.key("q"), MADE, "old", null));
    completed();
    sweep();
    assertThat(only().lastError()).contains("there is no queue " + MADE);
    var read = only().cursor();
    asAdmin(new RetireSubscription(RequestMeta.key("r"), subscription, "enough"));
    refused(
        Code.STATE_CONFLICT,
        () -> asAdmin(new RetireSubscription(RequestMeta.key("again"), subscription, "enough")));
    completed();
    sweep();
    var retired =
        lab.engine()
            .reads()
            .subscriptions()
            .page(lab.tenantId(), SubscriptionStatus.RETIRED, 10, null)
            .items();
    assertThat(retired).extracting(SubscriptionView::cursor).isEqualTo(List.of(read));
    refused(Code.NOT_FOUND, "kind", () -> subscribe(EventType.JOB_FAILED, null));
    refused(Code.VALIDATION_FAILED, "event_type", () -> subscribe(EventType.JOB_HEARTBEAT, null));
  }
}
