package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.read.queue.QueueOutlook;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A worker that names no queue, among more queues than are tried one after the other. */
class AnyQueueTest extends InspectedTenantTest {

  private static final List<String> MANY =
      IntStream.range(0, 20).mapToObj("any-%02d"::formatted).toList();
  private static final String LAST = MANY.get(19);

  @BeforeEach
  void many() {
    for (var key : MANY) {
      lab.queue(key, dispatch(90_000));
    }
  }

  @Test
  void work_in_the_last_of_many_is_found() {
    lab.enqueue(LAST);
    assertThat(claimed()).isEqualTo(LAST);
  }

  @Test
  void the_most_urgent_of_those_with_work_comes_first() {
    lab.queue("urgent", dispatch(95_000));
    lab.enqueue(LAST);
    lab.enqueue(MANY.get(7));
    assertThat(claimed()).isEqualTo(MANY.get(7));
    lab.enqueue("urgent");
    assertThat(claimed()).isEqualTo("urgent");
    assertThat(claimed()).isEqualTo(LAST);
    assertThat(claimed()).isEqualTo("elsewhere");
    assertThat(lab.claim(worker, null).claims()).isEmpty();
  }

  @Test
  void queues_full_of_what_is_not_for_the_worker_do_not_end_the_search() {
    for (var key : MANY.subList(0, 19)) {
      asOperator(
          AlteredRecord.with(
              Enqueue.task(InspectedTenant.key(), key, null), "scope.site", "south"));
    }
    lab.enqueue(LAST);
    var northern =
        asService(
                AlteredRecord.with(
                    RegisterWorker.service(InspectedTenant.key(), "north", 1),
                    "site_scope",
                    List.of("north")))
            .workerEuid();
    assertThat(lab.claim(northern, null).claims())
        .extracting(ClaimAnswer.Item::queueKey)
        .containsExactly(LAST);
  }

  @Test
  void what_has_matured_is_found() {
    asOperator(
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), LAST, null),
            "ready_at",
            evidence.now().plusSeconds(30)));
    assertThat(claimed()).isEqualTo("elsewhere");
    advance(31);
    assertThat(claimed()).isEqualTo(LAST);
  }

  @Test
  void what_a_lapsed_lease_gives_back_is_found() {
    lab.enqueue(LAST);
    lab.claimAndStart(worker, LAST);
    advance(61);
    assertThat(claimed()).isEqualTo(LAST);
  }

  @Test
  void a_change_of_policy_counts_at_once() {
    MANY.forEach(lab::enqueue);
    assertThat(claimed()).isEqualTo(MANY.get(0));
    var first = AlteredRecord.with(QueueFields.NONE, "dispatch_priority", 95_000);
    asAdmin(
        new UpdateQueue(RequestMeta.key(InspectedTenant.key()), LAST, 1L, first, "first of all"));
    assertThat(claimed()).isEqualTo(LAST);
  }

  @Test
  void the_outlook_tells_of_each_what_it_has_and_when_more_comes() {
    lab.enqueue(MANY.get(3), 2);
    asOperator(
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), LAST, null),
            "ready_at",
            evidence.now().plusSeconds(30)));
    var every = lab.engine().reads().outlook().every(lab.tenantId(), 10);
    assertThat(every).hasSize(22);
    assertThat(of(every, MANY.get(3)).claimable()).isEqualTo(2);
    assertThat(of(every, MANY.get(4))).isEqualTo(new QueueOutlook(MANY.get(4), 0, null));
    assertThat(of(every, LAST).claimable()).isZero();
    assertThat(of(every, LAST).next()).isPositive();
    advance(31);
    assertThat(of(lab.engine().reads().outlook().every(lab.tenantId(), 10), LAST).claimable())
        .isEqualTo(1);
  }

  private static QueueOutlook of(List<QueueOutlook> every, String key) {
    return every.stream().filter(one -> one.queueKey().equals(key)).findFirst().orElseThrow();
  }

  private String claimed() {
    return lab.claim(lab.worker(InspectedTenant.key()), null).claims().get(0).queueKey();
  }

  private static QueueFields dispatch(int priority) {
    return AlteredRecord.with(InspectedTenant.fields(60, 3), "dispatch_priority", priority);
  }
}
