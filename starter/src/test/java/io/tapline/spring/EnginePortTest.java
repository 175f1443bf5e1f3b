package io.tapline.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapline.api.ErrorClass;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.error.TaplineException;
import io.tapline.client.worker.ClaimRequest;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.CompletionReport;
import io.tapline.client.worker.CompletionReportBuilder;
import io.tapline.client.worker.FailureReportBuilder;
import io.tapline.client.worker.HeldLease;
import io.tapline.client.worker.ProgressReport;
import io.tapline.client.worker.ReleaseReport;
import io.tapline.client.worker.WorkerRegistration;
import io.tapline.client.worker.WorkerRegistrationBuilder;
import io.tapline.engine.Engine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The runtime's verbs on the engine in the same process. */
class EnginePortTest {

  /** Far longer than any test takes. */
  private static final Duration NEVER = Duration.ofHours(1);

  private static ScratchApplication application;

  @BeforeAll
  static void database() {
    application = new ScratchApplication();
    application.provisioning().withUserConfiguration(EnqueueTest.Orders.class).run(context -> {});
  }

  @AfterAll
  static void end() {
    application.close();
  }

  @Test
  void a_commit_of_this_process_wakes_who_waits_for_work() {
    application
        .runner()
        .withUserConfiguration(EnqueueTest.Orders.class)
        .run(
            context -> {
              var tapline = context.getBean(TaplineTemplate.class);
              var port = port(tapline, context.getBean(CommitSignal.class));
              var worker = port.register(registration());
              var claim = new FutureTask<>(() -> port.claim(request(worker, NEVER)));
              var waiting = new Thread(claim);
              waiting.start();
              await()
                  .atMost(60, TimeUnit.SECONDS)
                  .until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
              new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                  .executeWithoutResult(status -> tapline.enqueue("orders", Map.of("number", 1)));
              var claimed = claim.get(60, TimeUnit.SECONDS);
              assertThat(claimed).hasSize(1);
              assertThat(port.report(worker, List.of(completion(claimed.get(0))), null).verdicts())
                  .allMatch(verdict -> verdict.accepted());
            });
  }

  @Test
  void a_report_that_asks_for_more_is_given_the_next_in_the_same_call() {
    with(
        (port, tapline) -> {
          var worker = port.register(registration());
          tapline.enqueue("orders", Map.of("number", 11));
          var first = port.claim(request(worker, Duration.ZERO)).get(0);
          var second = tapline.enqueue("orders", Map.of("number", 12));
          var next = request(worker, Duration.ZERO);
          var reported = port.report(worker, List.of(completion(first)), next);
          assertThat(reported.verdicts()).allMatch(verdict -> verdict.accepted());
          assertThat(reported.claimed())
              .extracting(ClaimedSubject::subjectEuid)
              .containsExactly(second);
          // Asked again, as after a lost answer, it is the same lease.
          assertThat(port.report(worker, List.of(completion(first)), next).claimed())
              .isEqualTo(reported.claimed());
          var given = reported.claimed().get(0);
          var failure =
              FailureReportBuilder.builder()
                  .lease(new HeldLease(second, given.leaseEuid(), given.ttl()))
                  .errorClass(ErrorClass.PERMANENT_INPUT)
                  .errorMessage("no such order")
                  .idempotencyKey("fail-" + given.leaseEuid())
                  .build();
          var failed = port.report(worker, List.of(failure), request(worker, Duration.ZERO));
          assertThat(failed.verdicts()).allMatch(verdict -> verdict.accepted());
          assertThat(failed.claimed()).isEmpty();
        });
  }

  @Test
  void renewals_heartbeats_and_progress_are_told_and_hear_of_cancellation() {
    with(
        (port, tapline) -> {
          var worker = port.register(registration());
          var subject = tapline.enqueue("orders", Map.of("number", 2));
          var work = port.claim(request(worker, Duration.ZERO)).get(0);
          var lease = new HeldLease(subject, work.leaseEuid(), work.ttl());
          assertThat(work.subjectEuid()).isEqualTo(subject);
          assertThat(work.properties().path("number").asInt()).isEqualTo(2);

          assertThat(port.progress(worker, List.of(new ProgressReport(lease, 0.5, "half"))).get(0))
              .satisfies(verdict -> assertThat(verdict.accepted()).isTrue());
          var shown =
              tapline
                  .engine()
                  .reads()
                  .subjects()
                  .one(tapline.caller().tenantId(), subject, null)
                  .activeLease()
                  .path("progress");
          assertThat(shown.path("fraction").asDouble()).isEqualTo(0.5);
          assertThat(port.renew(worker, List.of(lease)).get(0).cancelRequested()).isFalse();

          tapline
              .engine()
              .execute(
                  tapline.caller(),
                  new Cancel(fresh(), subject, StatePrecondition.NOTHING, true, "stop"));
          assertThat(port.renew(worker, List.of(lease)).get(0).cancelRequested()).isTrue();
          var vitals = port.heartbeat(worker);
          assertThat(vitals.liveLeases()).containsExactly(work.leaseEuid());
          assertThat(vitals.cancelRequested()).containsExactly(subject);

          // A soft cancel that is pending when the work goes back cancels it.
          var results = List.of(new ReleaseReport(lease, "as asked"), completion(work));
          var verdicts = port.report(worker, results, null).verdicts();
          assertThat(verdicts.get(0).accepted()).isTrue();
          assertThat(verdicts.get(1).problem().code()).isEqualTo("LEASE_NOT_ACTIVE");
        });
  }

  @Test
  void refusals_and_an_absent_database_are_told_in_the_runtimes_words() {
    with(
        (port, tapline) -> {
          assertThatThrownBy(() -> port.requireQueue("nowhere"))
              .isInstanceOf(NotFoundException.class)
              .hasMessageContaining("nowhere");
          var gone = new PGSimpleDataSource();
          gone.setUrl("jdbc:postgresql://127.0.0.1:1/gone");
          var away = new EnginePort(new Engine(gone), tapline.caller(), new CommitSignal(), NEVER);
          assertThatThrownBy(() -> away.heartbeat("Z-XX-1"))
              .isInstanceOfSatisfying(
                  TaplineException.class, e -> assertThat(e.passing()).isTrue());
        });
  }

  private static void with(BiConsumer<EnginePort, TaplineTemplate> test) {
    application
        .runner()
        .withUserConfiguration(EnqueueTest.Orders.class)
        .run(
            context -> {
              var tapline = context.getBean(TaplineTemplate.class);
              test.accept(port(tapline, context.getBean(CommitSignal.class)), tapline);
            });
  }

  private static EnginePort port(TaplineTemplate tapline, CommitSignal commitSignal) {
    return new EnginePort(tapline.engine(), tapline.caller(), commitSignal, NEVER);
  }

  private static WorkerRegistration registration() {
    return WorkerRegistrationBuilder.builder()
        .workerKey("w-" + UUID.randomUUID())
        .displayName("test")
        .workerType("SERVICE")
        .capabilities(List.of())
        .siteScope(List.of())
        .platformScope(List.of())
        .assayScope(List.of())
        .maxConcurrentLeases(4)
        .heartbeatTtl(Duration.ofMinutes(1))
        .host("here")
        .processIdentity(UUID.randomUUID().toString())
        .build();
  }

  private static ClaimRequest request(String worker, Duration patience) {
    return new ClaimRequest(worker, "orders", 1, patience, UUID.randomUUID().toString());
  }

  private static CompletionReport completion(ClaimedSubject work) {
    return CompletionReportBuilder.builder()
        .lease(new HeldLease(work.subjectEuid(), work.leaseEuid(), work.ttl()))
        .outputs(List.of())
        .idempotencyKey("complete-" + work.leaseEuid())
        .build();
  }

  private static RequestMeta fresh() {
    return RequestMeta.key(UUID.randomUUID().toString());
  }
}
