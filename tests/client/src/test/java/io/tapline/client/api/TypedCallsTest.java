package io.tapline.client.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.JobHealth;
import io.tapline.api.JobSwitch;
import io.tapline.api.JobView;
import io.tapline.api.KindHealth;
import io.tapline.api.LineageView;
import io.tapline.api.QueueItem;
import io.tapline.api.QueueMetrics;
import io.tapline.api.QueueSeries;
import io.tapline.api.Scope;
import io.tapline.api.SubjectPage;
import io.tapline.api.WholeSeries;
import io.tapline.api.WorkerAttempt;
import io.tapline.api.WorkerReach;
import io.tapline.api.WorkerStatus;
import io.tapline.api.WorkerType;
import io.tapline.api.WorkflowRun;
import io.tapline.api.WorkflowStatus;
import io.tapline.api.WorkflowView;
import io.tapline.api.request.CancelBuilder;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.PlaceHoldBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.QueueFields.RetryFields;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHoldBuilder;
import io.tapline.api.request.Renew;
import io.tapline.api.request.ReportProgressBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.WorkerPrecondition;
import io.tapline.client.TaplineClient;
import io.tapline.client.error.ConflictException;
import io.tapline.client.error.LeaseLostException;
import io.tapline.client.http.WireJson;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Work done in typed calls: nothing that is told gets lost. */
class TypedCallsTest extends TypedCallsOnServer {

  @Test
  void a_life_in_typed_calls_and_nothing_that_is_told_gets_lost() {
    var queue = TenantApi.unique("typed");
    admin
        .queues()
        .create(
            new CreateQueue(
                null,
                queue,
                QueueFields.builder()
                    .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                    .leaseTtlSeconds(60)
                    .maxAttemptsDefault(1)
                    .retryPolicy(RetryFields.exponential(1, 2, 10))
                    .build()));
    var worker =
        service
            .workers()
            .register(
                RegisterWorkerBuilder.builder()
                    .workerKey(queue + "-w")
                    .workerType(WorkerType.SERVICE)
                    .maxConcurrentLeases(10)
                    .build())
            .workerEuid();
    var results =
        operator
            .subjects()
            .enqueue(
                List.of(
                    EnqueueBuilder.builder()
                        .meta(new RequestMeta(null, "c-1", null))
                        .templateCode(Enqueue.TASK)
                        .queueKey(queue)
                        .subjectName("one")
                        .properties(WireJson.tree(Map.of("n", 1)))
                        .priority(5)
                        .scope(new Scope("east", null, null))
                        .build(),
                    EnqueueBuilder.builder()
                        .templateCode(Enqueue.TASK)
                        .queueKey(queue)
                        .priority(4)
                        .build(),
                    EnqueueBuilder.builder()
                        .templateCode(Enqueue.TASK)
                        .queueKey("no-such-queue")
                        .build()));
    assertThat(results).extracting(ItemResult::refused).containsExactly(false, false, true);
    assertThatThrownBy(() -> results.get(2).orThrow())
        .hasMessageContaining("there is no queue no-such-queue");
    var one = results.get(0).orThrow().subjectEuid();
    var two = results.get(1).orThrow().subjectEuid();
    assertThat(results.get(0).answer().execution().state()).isEqualTo(ExecutionState.READY);

    var claims =
        service
            .leases()
            .claim(
                ClaimBuilder.builder()
                    .workerEuid(worker)
                    .queueKey(queue)
                    .maxItems(2)
                    .start(true)
                    .build())
            .claims();
    assertThat(claims).extracting(ClaimAnswer.Item::subjectEuid).containsExactly(one, two);
    var lease = claims.get(0).leaseEuid();
    service
        .leases()
        .progress(
            ReportProgressBuilder.builder()
                .workerEuid(worker)
                .subjectEuid(one)
                .leaseEuid(lease)
                .fraction(0.5)
                .build());
    assertThat(
            service
                .workers()
                .heartbeat(HeartbeatBuilder.builder().workerEuid(worker).build())
                .liveLeases())
        .hasSize(2);
    assertThat(operator.subjects().get(one).activeLease().progress().fraction()).isEqualTo(0.5);

    nothingIsLost(queue, one, worker);

    service
        .leases()
        .complete(
            CompleteBuilder.builder()
                .workerEuid(worker)
                .subjectEuid(one)
                .leaseEuid(lease)
                .resultPayload(WireJson.tree(Map.of("ok", true)))
                .build());
    assertThatThrownBy(
            () -> service.leases().renew(new Renew(null, worker, claims.get(0).leaseEuid(), null)))
        .isInstanceOf(LeaseLostException.class);
    service
        .leases()
        .fail(
            FailBuilder.builder()
                .workerEuid(worker)
                .subjectEuid(two)
                .leaseEuid(claims.get(1).leaseEuid())
                .errorClass(ErrorClass.PERMANENT_INPUT)
                .errorMessage("bad")
                .build());
    var letter = operator.deadLetters().list(DeadLetterFilter.all().queue(queue)).items().get(0);
    assertThat(letter.errorMessage()).isEqualTo("bad");
    operator.deadLetters().resolve(letter.deadLetterEuid(), "IGNORED", "seen");
    var hold = PlaceHoldBuilder.builder().subjectEuid(two).holdCode("QC").reason("look").build();
    assertThatThrownBy(() -> operator.holds().place(hold)).isInstanceOf(ConflictException.class);

    nothingIsLost(queue, one, worker);
    nothingIsLost(queue, two, worker);
  }

  private static void nothingIsLost(String queue, String subject, String worker) {
    tapline.awaitFeed("acme");
    told(QueueView.class, "queues/" + queue, c -> c.queues().get(queue));
    toldInLists(WorkerAttempt.class, "workers/" + worker + "/attempts");
    toldInLists(ActionView.class, "workers/" + worker + "/changes");
    told(WholeSeries.class, "series", c -> c.queues().whole("hour"));
    told(
        QueueSeries.class,
        "queues/" + queue + "/series?window=hour",
        c -> c.queues().series(queue, "hour"));
    told(SubjectView.class, "subjects/" + subject, c -> c.subjects().get(subject));
    told(History.class, "subjects/" + subject + "/history", c -> c.subjects().history(subject));
    told(
        LineageView.class,
        "subjects/" + subject + "/lineage",
        c -> c.subjects().lineage(subject, 1));
    told(
        SubjectPage.class,
        "subjects?queue_key=" + queue,
        c -> c.subjects().list(SubjectFilter.all()));
    told(WorkerView.class, "workers/" + worker, c -> c.workers().get(worker));
    told(Me.class, "/api/v1/me", c -> c.about().me());
    told(Diagnosis.class, "doctor", c -> c.about().doctor());
    toldInLists(QueueItem.class, "queues/" + queue + "/items");
    toldInLists(QueueMetrics.class, "metrics/queues");
    toldInLists(LeaseView.class, "leases?queue_key=" + queue);
    toldInLists(HoldView.class, "holds");
    toldInLists(DeadLetterView.class, "dead-letter?queue_key=" + queue);
    toldInLists(EventView.class, "events?subject_euid=" + subject);
    toldInLists(ActionView.class, "actions?subject_euid=" + subject);
    toldInLists(WorkerReach.class, "workers/" + worker + "/queues");
    told(JobHealth.class, "/api/v1/jobs/health", c -> c.about().jobs());
    toldInLists(SubscriptionView.class, "/api/v1/jobs/subscriptions");
    toldInLists(TokenView.class, "/api/v1/tokens");
    toldInLists(SessionView.class, "/api/v1/sessions");
  }

  @Test
  void jobs_and_workflows_in_typed_calls_and_nothing_that_is_told_gets_lost() {
    var kind = TenantApi.unique("typed");
    admin
        .jobs()
        .createKind(
            KindRequest.of(kind, "DOT")
                .maxAttempts(2)
                .retryPolicy(RetryPolicy.exponential(0.5, 2, 1)));
    var job = JobRequest.of(kind, "staging", "DOT", "lims").idempotencyKey("doc-7");
    var made = operator.jobs().enqueue(job.safePayload(Map.of("pages", 3))).job();
    assertThat(operator.jobs().enqueue(job).replayed()).isTrue();
    assertThat(operator.jobs().byKey(kind, "doc-7")).isEqualTo(made);
    var claimed = service.jobs().claim(JobClaimRequest.of(kind, "DOT", "dot-1")).jobs().get(0);
    assertThat(claimed.job().status()).isEqualTo("leased");
    assertThat(claimed.toString()).doesNotContain(claimed.leaseToken());
    service.jobs().progress(JobReport.on(claimed));
    told(JobView.class, "/api/v1/jobs/" + made.jobId(), c -> c.jobs().get(made.jobId()));
    var done = service.jobs().succeed(JobReport.on(claimed).resultRef("blob://d")).job();
    assertThat(done.resultRef()).isEqualTo("blob://d");
    var listed = operator.jobs().list(JobFilter.all().kind(kind).status("succeeded")).items();
    assertThat(listed).extracting(JobView::jobId).containsExactly(made.jobId());

    var step = JobRequest.of(kind, "staging", "DOT", "lims").named("a");
    var flow =
        operator.workflows().create(WorkflowRequest.of("pipeline", "MOT:t").job(step)).workflow();
    assertThat(flow.jobs()).hasSize(1);
    assertThat(operator.jobs().kinds()).extracting(KindHealth::kind).contains(kind);
    assertThat(operator.jobs().health().enabled()).isTrue();
    var path = "/api/v1/workflows";
    told(
        WorkflowView.class,
        path + "/" + flow.workflowId(),
        c -> c.workflows().get(flow.workflowId()));
    toldInLists(WorkflowView.class, path);
    toldInLists(WorkflowRun.class, path + "/kinds/pipeline/runs");
    assertThat(operator.workflows().runs("pipeline", WorkflowFilter.all().limit(1)).items())
        .singleElement()
        .satisfies(run -> assertThat(run.steps()).hasSize(1));
    toldInLists(KindHealth.class, "/api/v1/jobs/kinds");
    var cancelled = operator.workflows().cancel(flow.workflowId(), "not needed").workflow();
    assertThat(cancelled.status()).isEqualTo(WorkflowStatus.CANCELLED);

    assertThat(admin.jobs().turn(false, "a drill").enabled()).isFalse();
    try {
      assertThat(service.jobs().killSwitch().reason()).isEqualTo("a drill");
      told(JobSwitch.class, "/api/v1/jobs/switch", c -> c.jobs().killSwitch());
    } finally {
      admin.jobs().turn(true, "it is over");
    }
    tapline.awaitFeed("acme");
    assertThat(operator.jobs().events(EventFilter.all().job(made.jobId())).items())
        .extracting(EventView::type)
        .contains("dot.job.succeeded");
    assertThat(
            operator
                .events()
                .list(
                    EventFilter.all()
                        .type("job_cancelled")
                        .from(flow.enqueuedAt())
                        .to(Instant.parse("9999-01-01T00:00:00Z")))
                .items())
        .hasSize(1);
  }

  private static <T> void told(Class<T> type, String path, Function<TaplineClient, T> read) {
    assertThat(read.apply(admin)).isNotNull();
    assertThat(UnreadFields.inVain(admin.http().get(path), type)).isEmpty();
  }

  private static void toldInLists(Class<?> item, String path) {
    admin
        .http()
        .get(path)
        .path("items")
        .forEach(one -> assertThat(UnreadFields.inVain(one, item)).isEmpty());
  }

  @Test
  void a_worker_is_drained_only_in_the_state_that_it_is_expected_in() {
    var key = TenantApi.unique("typed-worker");
    var worker =
        service
            .workers()
            .register(
                RegisterWorkerBuilder.builder()
                    .workerKey(key)
                    .workerType(WorkerType.SERVICE)
                    .build())
            .workerEuid();
    assertThatThrownBy(
            () ->
                admin
                    .workers()
                    .drain(worker, "tonight", new WorkerPrecondition(WorkerStatus.DISABLED, null)))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("ONLINE");
    admin.workers().drain(worker, "tonight", new WorkerPrecondition(WorkerStatus.ONLINE, null));
    assertThat(admin.workers().get(worker).status()).isEqualTo("DRAINING");
    service
        .workers()
        .heartbeat(
            HeartbeatBuilder.builder()
                .workerEuid(worker)
                .expect(new WorkerPrecondition(WorkerStatus.DRAINING, null))
                .build());
  }

  @Test
  void what_stays_said_of_work_that_was_put_away_and_what_came_with_a_hold_are_told() {
    var queue = TenantApi.unique("typed");
    admin
        .queues()
        .create(
            new CreateQueue(
                null,
                queue,
                QueueFields.builder()
                    .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                    .retentionDays(1)
                    .build()));
    var subject =
        operator
            .subjects()
            .enqueue(EnqueueBuilder.builder().templateCode(Enqueue.TASK).queueKey(queue).build())
            .subjectEuid();
    var order = Map.of("order", 7);
    var hold =
        operator
            .holds()
            .place(
                PlaceHoldBuilder.builder()
                    .subjectEuid(subject)
                    .holdCode("QC")
                    .reason("look")
                    .metadata(WireJson.tree(order))
                    .build());
    operator
        .holds()
        .release(
            ReleaseHoldBuilder.builder()
                .holdEuid(hold.holdEuid())
                .metadata(WireJson.tree(order))
                .build());
    var kept = operator.subjects().history(subject).holds().get(0);
    assertThat(kept.metadata().path("order").asInt()).isEqualTo(7);
    assertThat(kept.releaseMetadata().path("order").asInt()).isEqualTo(7);
    operator
        .subjects()
        .cancel(CancelBuilder.builder().subjectEuid(subject).reason("not wanted").build());
    tapline.advance(Duration.ofDays(2));
    tapline.engine().cleanUp(tapline.tenantId("acme"));
    told(SubjectView.class, "subjects/" + subject, c -> c.subjects().get(subject));
    toldInLists(ActionView.class, "actions?subject_euid=" + subject);
    toldInLists(HoldView.class, "holds");
    var execution = operator.subjects().get(subject).execution();
    assertThat(execution.cleanedAt()).isNotNull();
    assertThat(execution.summary().queueKey()).isEqualTo(queue);
    assertThat(execution.summary().finishedAt()).isBefore(execution.cleanedAt());
  }

  @Test
  void a_retired_subject_has_its_state_its_times_and_no_properties() {
    var lab = new TenantApi(tapline, "acme");
    var queue = TenantApi.unique("brief");
    var subject = lab.retired(queue);
    told(SubjectView.class, "subjects/" + subject, c -> c.subjects().get(subject));
    var view = operator.subjects().get(subject);
    assertThat(view.execution().retiredAt()).isAfterOrEqualTo(view.execution().cleanedAt());
    assertThat(view.execution().summary().queueKey()).isEqualTo(queue);
    assertThat(view.execution().summary().cleanedBy()).isEqualTo("system:tapline");
    assertThat(view.properties()).isEmpty();
    assertThat(operator.jobs().get(subject).retiredAt()).isEqualTo(view.execution().retiredAt());
    assertThat(operator.subjects().history(subject).actions()).isEmpty();
  }

  @Test
  void a_request_that_is_sent_again_is_a_new_one_unless_it_has_a_key() {
    var queue = TenantApi.unique("again");
    admin
        .queues()
        .create(
            new CreateQueue(
                null,
                queue,
                QueueFields.builder()
                    .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                    .build()));
    var fresh = EnqueueBuilder.builder().templateCode(Enqueue.TASK).queueKey(queue).build();
    var keyed =
        EnqueueBuilder.builder()
            .meta(RequestMeta.key("order-7"))
            .templateCode(Enqueue.TASK)
            .queueKey(queue)
            .build();
    var made = new HashSet<String>();
    for (int i = 0; i < 2; i++) {
      operator
          .subjects()
          .enqueue(List.of(fresh, keyed, fresh))
          .forEach(result -> made.add(result.orThrow().subjectEuid()));
      made.add(operator.subjects().enqueue(fresh).subjectEuid());
    }
    assertThat(made).hasSize(7);
  }

  @Test
  void a_token_is_made_used_and_revoked() {
    var made = admin.tokens().create(TokenRequest.of("robot", List.of("operator"), "for tests"));
    try (var robot = as(made.token())) {
      assertThat(robot.about().me().roles()).containsExactly("operator");
    }
    assertThat(made.toString()).doesNotContain(made.token());
    assertThat(admin.tokens().revoke(made.tokenEuid(), "done").status()).isEqualTo("REVOKED");
  }

  @Test
  void a_webhook_is_made_changed_and_retired() {
    var request = WebhookRequest.of("lims", "https://192.0.2.1/hook", "0123456789".repeat(4));
    var made = admin.webhooks().create(request.eventTypes(List.of("job_succeeded")));
    assertThat(made.eventTypes()).containsExactly("job_succeeded");
    var lab = new TenantApi(tapline, "acme");
    var letter = lab.webhookLetter(made.webhookEuid());
    toldInLists(WebhookView.class, "/api/v1/webhooks");
    toldInLists(
        WebhookLetterView.class, "/api/v1/webhooks/" + made.webhookEuid() + "/dead-letters");
    assertThat(admin.webhooks().redeliver(made.webhookEuid(), letter, "again").status())
        .isEqualTo("REQUESTED");
    var paused =
        admin.webhooks().update(made.webhookEuid(), WebhookRequest.change().enabled(false));
    assertThat(paused.enabled()).isFalse();
    assertThat(paused.url()).isEqualTo("https://192.0.2.1/hook");
    assertThat(admin.webhooks().retire(made.webhookEuid(), "gone").status()).isEqualTo("RETIRED");
  }

  @Test
  void sessions_are_listed_and_ended() {
    tapline.as(null).post("/login", Map.of("token", "acme-operator")).ok();
    tapline.as(null).post("/login", Map.of("token", "acme-operator")).ok();
    var own = operator.sessions().list(SessionFilter.all()).items();
    assertThat(own).hasSize(2).noneMatch(SessionView::current);
    var first = own.get(0).sessionEuid();
    assertThat(admin.sessions().revoke(first, "left open").status()).isEqualTo("REVOKED");
    var principal = operator.about().me().principal();
    assertThat(admin.sessions().list(SessionFilter.all().principal(principal)).items())
        .extracting(SessionView::sessionEuid)
        .doesNotContain(first)
        .hasSize(1);
    assertThat(operator.sessions().revokeAll("going home").ended()).isEqualTo(1);
    assertThat(admin.sessions().revokeAll(principal, "to be sure").ended()).isZero();
  }

  @Test
  void events_are_read_by_pages_and_as_they_come() {
    var queue = TenantApi.unique("typed");
    admin
        .queues()
        .create(
            new CreateQueue(
                null,
                queue,
                QueueFields.builder()
                    .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                    .build()));
    var subject =
        operator
            .subjects()
            .enqueue(EnqueueBuilder.builder().templateCode(Enqueue.TASK).queueKey(queue).build())
            .subjectEuid();
    tapline.awaitFeed("acme");
    var page = operator.events().list(EventFilter.all().subject(subject));
    assertThat(page.items()).extracting(EventView::type).containsExactly("job_enqueued");
    try (var stream =
        operator.events().stream(EventFilter.all().after(page.nextCursor()).subject(subject))) {
      operator
          .subjects()
          .cancel(CancelBuilder.builder().subjectEuid(subject).reason("not needed").build());
      var event = Events.view(stream.next(Duration.ofSeconds(60)).orElseThrow());
      assertThat(event.type()).isEqualTo("job_cancelled");
    }
  }

  @Test
  void work_is_ended_and_more_is_claimed_in_one_call() {
    var queue = TenantApi.unique("next");
    admin
        .queues()
        .create(
            new CreateQueue(
                null,
                queue,
                QueueFields.builder()
                    .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                    .build()));
    var worker =
        service
            .workers()
            .register(
                RegisterWorkerBuilder.builder()
                    .workerKey(TenantApi.unique("w"))
                    .workerType(WorkerType.SERVICE)
                    .build());
    operator
        .subjects()
        .enqueue(EnqueueBuilder.builder().templateCode(Enqueue.TASK).queueKey(queue).build());
    var second =
        operator
            .subjects()
            .enqueue(EnqueueBuilder.builder().templateCode(Enqueue.TASK).queueKey(queue).build())
            .subjectEuid();
    var one =
        service
            .leases()
            .claim(
                ClaimBuilder.builder()
                    .workerEuid(worker.workerEuid())
                    .queueKey(queue)
                    .start(true)
                    .build())
            .claims()
            .get(0);
    var next =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(TenantApi.unique("key")))
            .queueKey(queue)
            .maxItems(1)
            .start(true)
            .leaseTtlSeconds(30)
            .payload(WireJson.tree(Map.of("n", 2)))
            .notAfter(Instant.now().plusSeconds(600))
            .build();
    var done =
        service
            .leases()
            .complete(
                CompleteBuilder.builder()
                    .workerEuid(worker.workerEuid())
                    .subjectEuid(one.subjectEuid())
                    .leaseEuid(one.leaseEuid())
                    .build(),
                next);
    assertThat(done.execution().state()).isEqualTo(ExecutionState.COMPLETED);
    var claimed = done.claimed().claims().get(0);
    assertThat(claimed.subjectEuid()).isEqualTo(second);
    assertThat(claimed.ttlSeconds()).isEqualTo(30);
    var failed =
        service
            .leases()
            .fail(
                FailBuilder.builder()
                    .workerEuid(worker.workerEuid())
                    .subjectEuid(second)
                    .leaseEuid(claimed.leaseEuid())
                    .errorClass(ErrorClass.PERMANENT_INPUT)
                    .build(),
                ClaimBuilder.builder().queueKey("nowhere").build());
    assertThat(failed.claimed()).isNull();
    assertThat(failed.claimProblem().code()).isEqualTo("NOT_FOUND");
    assertThat(failed.claimProblem().field()).isEqualTo("claim_next.queue_key");
  }

  @Test
  void results_of_several_kinds_and_a_claim_are_one_call() {
    var queue = TenantApi.unique("results");
    admin
        .queues()
        .create(
            new CreateQueue(
                null,
                queue,
                QueueFields.builder()
                    .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                    .build()));
    for (int i = 0; i < 4; i++) {
      operator
          .subjects()
          .enqueue(EnqueueBuilder.builder().templateCode(Enqueue.TASK).queueKey(queue).build());
    }
    var worker =
        service
            .workers()
            .register(
                RegisterWorkerBuilder.builder()
                    .workerKey(TenantApi.unique("w"))
                    .workerType(WorkerType.SERVICE)
                    .maxConcurrentLeases(3)
                    .build())
            .workerEuid();
    var claims =
        service
            .leases()
            .claim(
                ClaimBuilder.builder()
                    .workerEuid(worker)
                    .queueKey(queue)
                    .maxItems(3)
                    .start(true)
                    .build())
            .claims();
    var leases = claims.stream().map(ClaimAnswer.Item::leaseEuid).toList();
    var subjects = claims.stream().map(ClaimAnswer.Item::subjectEuid).toList();
    var reply =
        service
            .leases()
            .reportResults(
                List.of(
                    Complete.of(null, subjects.get(0), worker, leases.get(0)),
                    Fail.of(
                        null,
                        subjects.get(1),
                        worker,
                        leases.get(1),
                        ErrorClass.PERMANENT_INPUT,
                        "bad"),
                    new Release(null, worker, leases.get(2), null, false, "r"),
                    Complete.of(null, subjects.get(0), worker, "nowhere")),
                ClaimBuilder.builder().queueKey(queue).maxItems(1).build());
    assertThat(reply.items()).hasSize(4);
    assertThat(reply.items().get(0).orThrow().execution().state())
        .isEqualTo(ExecutionState.COMPLETED);
    assertThat(reply.items().get(1).orThrow().deadLetterEuid()).isNotNull();
    assertThat(reply.items().get(2).orThrow().actionKey()).isEqualTo("release_queue_lease");
    assertThat(reply.items().get(3).problem().code()).isEqualTo("NOT_FOUND");
    assertThat(reply.claimed().claims()).hasSize(1);
    assertThat(reply.claimProblem()).isNull();
  }
}
