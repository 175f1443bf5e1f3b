package io.tapline.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapline.api.ErrorClass;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReportProgressBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.error.TaplineException;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.HeldLease;
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
              var claim = new FutureTask<>(() -> port.claim(request(worker), NEVER));
              var waiting = new Thread(claim);
              waiting.start();
              await()
                  .atMost(60, TimeUnit.SECONDS)
                  .until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
              new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                  .executeWithoutResult(status -> tapline.enqueue("orders", Map.of("number", 1)));
              var claimed = claim.get(60, TimeUnit.SECONDS);
              assertThat(claimed).hasSize(1);
              assertThat(port.report(List.of(completion(worker, claimed.get(0))), null).verdicts())
                  .allMatch(verdict -> verdict.accepted());
            });
  }

  @Test
  void a_report_that_asks_for_more_is_given_the_next_in_the_same_call() {
    with(
        (port, tapline) -> {
          var worker = port.register(registration());
          tapline.enqueue("orders", Map.of("number", 11));
          var first = port.claim(request(worker), Duration.ZERO).get(0);
          var second = tapline.enqueue("orders", Map.of("number", 12));
          var next = request(worker);
          var reported = port.report(List.of(completion(worker, first)), next);
          assertThat(reported.verdicts()).allMatch(verdict -> verdict.accepted());
          assertThat(reported.claimed())
              .extracting(ClaimedSubject::subjectEuid)
              .containsExactly(second);
          // Asked again, as after a lost answer, it is the same lease.
          assertThat(port.report(List.of(completion(worker, first)), next).claimed())
              .isEqualTo(reported.claimed());
          var given = reported.claimed().get(0);
          var failure =
              Fail.of(
                  "fail-" + given.leaseEuid(),
                  second,
                  worker,
                  given.leaseEuid(),
                  ErrorClass.PERMANENT_INPUT,
                  "no such order");
          var failed = port.report(List.of(failure), request(worker));
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
          var work = port.claim(request(worker), Duration.ZERO).get(0);
          var lease = new HeldLease(subject, work.leaseEuid(), work.ttl());
          assertThat(work.subjectEuid()).isEqualTo(subject);
          assertThat(work.properties().path("number").asInt()).isEqualTo(2);

          var note =
              ReportProgressBuilder.builder()
                  .meta(fresh())
                  .subjectEuid(subject)
                  .workerEuid(worker)
                  .leaseEuid(lease.leaseEuid())
                  .fraction(0.5)
                  .message("half")
                  .build();
          assertThat(port.progress(List.of(note)).get(0))
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
          var release =
              new Release(
                  fresh(), worker, lease.leaseEuid(), StatePrecondition.NOTHING, false, "as asked");
          var results = List.of(release, completion(worker, work));
          var verdicts = port.report(results, null).verdicts();
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

  private static RegisterWorker registration() {
    return RegisterWorkerBuilder.builder()
        .workerKey("w-" + UUID.randomUUID())
        .displayName("test")
        .workerType(WorkerType.SERVICE)
        .maxConcurrentLeases(4)
        .heartbeatTtlSeconds(60)
        .host("here")
        .processIdentity(UUID.randomUUID().toString())
        .build();
  }

  private static Claim request(String worker) {
    return Claim.batch(UUID.randomUUID().toString(), worker, "orders", 1, true);
  }

  private static Complete completion(String worker, ClaimedSubject work) {
    return Complete.of(
        "complete-" + work.leaseEuid(), work.subjectEuid(), worker, work.leaseEuid());
  }

  private static RequestMeta fresh() {
    return RequestMeta.key(UUID.randomUUID().toString());
  }
}
