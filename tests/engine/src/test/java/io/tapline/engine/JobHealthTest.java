package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.JobHealth;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The health of the jobs as JSON, which is quick, agrees with the SQL function, which reads all.
 */
class JobHealthTest extends InspectedTenantTest {

  @Test
  void agrees_with_the_function_over_jobs_in_every_situation() {
    // A retry must not become due between two reads of a slow machine.
    retryAfter(BigDecimal.valueOf(3_000));
    assertAgreed();
    lab.enqueue(QUEUE, 3);
    asOperator(
        new Prepare(RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, "P-1", null, null));
    enqueue(evidence.now().plusSeconds(6_000));
    assertThat(assertAgreed().backlog()).isEqualTo(6);

    lab.complete(worker, lab.claimOne(worker, QUEUE));
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.PERMANENT_INPUT);
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    var waiting = assertAgreed();
    assertThat(waiting.backlog()).as("what is tried again waits apart").isEqualTo(3);
    assertThat(waiting.deadLetterOpen()).isOne();

    lab.hold(lab.enqueue(QUEUE));
    lab.cancel(lab.enqueue(QUEUE), false);
    lab.enqueue(QUEUE, 3);
    lab.claimOne(worker, QUEUE);
    lab.claimAndStart(worker, QUEUE);
    dispatch();
    var busy = assertAgreed();
    assertThat(busy.inProgress()).isEqualTo(3);
    assertThat(busy.leaseActive()).isEqualTo(2);

    advance(61);
    var lapsed = assertAgreed();
    assertThat(lapsed.leaseActive()).isZero();
    assertThat(lapsed.oldestQueuedAgeS()).isGreaterThanOrEqualTo(61);
    advance(6_000);
    assertAgreed();
    lab.engine().sweep(lab.tenantId());
    assertAgreed();
  }

  @Test
  void a_lapse_that_spends_the_last_attempt_counts_as_dead_before_anyone_settled_it() {
    lab.queue("once", InspectedTenant.fields(60, 1));
    lab.enqueue("once");
    lab.claimAndStart(worker, "once");
    advance(61);
    assertThat(assertAgreed().deadLetterOpen()).isOne();
    lab.engine().sweep(lab.tenantId());
    assertThat(assertAgreed().deadLetterOpen()).isOne();
  }

  private void retryAfter(BigDecimal seconds) {
    asAdmin(
        new UpdateQueue(
            RequestMeta.key(InspectedTenant.key()),
            QUEUE,
            1L,
            QueueFields.builder()
                .retryPolicy(new QueueFields.RetryFields(null, seconds, 1.0, seconds, 0.0))
                .build(),
            "slow machine"));
  }

  private JobHealth assertAgreed() {
    var quick = lab.engine().reads().substrate().health(lab.tenantId());
    var told =
        test.in(
            lab.tenantId(),
            tx ->
                tx.query("select tapline.fn_job_queue_health()::text", row -> row.getString(1))
                    .get(0));
    var whole = Json.read(told, JobHealth.class);
    assertThat(quick)
        .usingRecursiveComparison()
        .ignoringFields("oldestQueuedAgeS")
        .isEqualTo(whole);
    assertThat(byKind()).containsExactlyInAnyOrderElementsOf(inViews());
    JobViewTest.assertAgreed(test, lab.tenantId());
    // Time passes between the reads.
    var later = lab.engine().reads().substrate().health(lab.tenantId());
    assertThat(whole.oldestQueuedAgeS())
        .isBetween(quick.oldestQueuedAgeS(), later.oldestQueuedAgeS());
    return quick;
  }

  private List<String> byKind() {
    return lab.engine().reads().substrate().healthByKind(lab.tenantId()).stream()
        .map(
            one ->
                String.join(
                    " ",
                    one.kind(),
                    Long.toString(one.backlog()),
                    Long.toString(one.inProgress()),
                    Long.toString(one.deadLetterOpen())))
        .toList();
  }

  private List<String> inViews() {
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                """
                select concat_ws(' ', coalesce(k.job_kind, 'null'), coalesce(sum(b.backlog), 0),
                  coalesce(sum(p.in_progress), 0), coalesce(sum(d.dead), 0)) as row
                from (select distinct job_kind from tapline.v_job
                  where status in ('queued', 'leased', 'in_progress', 'dead_letter')) k
                left join tapline.v_job_queue_backlog b on b.job_kind is not distinct from k.job_kind
                left join tapline.v_job_queue_in_progress p
                  on p.job_kind is not distinct from k.job_kind
                left join (select job_kind, count(*) as dead
                  from tapline.v_job_queue_dead_letter_open group by job_kind) d
                  on d.job_kind is not distinct from k.job_kind
                group by k.job_kind
                """,
                row -> row.getString("row")));
  }

  private void enqueue(Instant readyAt) {
    asOperator(
        EnqueueBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .templateCode(Enqueue.TASK)
            .queueKey(QUEUE)
            .readyAt(readyAt)
            .build());
  }

  private void dispatch() {
    var item = lab.claimAndStart(worker, QUEUE);
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "run-1",
            evidence.now().plusSeconds(9_000),
            null));
  }
}
