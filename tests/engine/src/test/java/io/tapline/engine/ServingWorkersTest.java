package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.QueueMetrics;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.Test;

/** Workers that could serve a queue differ from workers that do. */
class ServingWorkersTest extends InspectedTenantTest {

  private QueueMetrics metrics(Engine engine) {
    return engine.reads().queues().metrics(lab.tenantId()).stream()
        .filter(metrics -> metrics.queueKey().equals(QUEUE))
        .findFirst()
        .orElseThrow();
  }

  private void serving(int serving, int couldServe) {
    assertThat(metrics(lab.engine()).workerServingCount()).isEqualTo(serving);
    assertThat(metrics(lab.engine()).workerOnlineCount()).isEqualTo(couldServe);
  }

  private void beat() {
    asService(
        HeartbeatBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(worker)
            .build());
  }

  @Test
  void a_worker_of_another_queue_does_not_serve_this_one() {
    lab.claim(worker, "elsewhere");
    serving(0, 1);
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    serving(1, 1);
  }

  @Test
  void one_that_asks_for_anything_serves_every_queue_that_it_may_claim_from() {
    lab.queue("special", InspectedTenant.fields(60, 3, "sequencing"));
    lab.claim(worker, null);
    serving(1, 1);
    var special = lab.engine().reads().queues().one(lab.tenantId(), "special").figures();
    assertThat(special.workerServingCount()).isZero();
  }

  @Test
  void one_that_asks_no_more_serves_no_more_but_for_what_it_holds() {
    lab.claim(worker, QUEUE);
    lab.engine().noteDemand();
    advance(60);
    beat();
    serving(1, 1);
    advance(61);
    beat();
    serving(0, 1);
    // It asks again, and is written down again.
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    lab.engine().noteDemand();
    serving(1, 1);
    advance(50);
    lab.renew(worker, item);
    advance(50);
    lab.renew(worker, item);
    advance(50);
    beat();
    lab.renew(worker, item);
    serving(1, 1);
    lab.complete(worker, item);
    serving(0, 1);
  }

  @Test
  void servers_on_one_database_agree() {
    var another = new Engine(test.serving());
    lab.claim(worker, QUEUE);
    assertThat(metrics(another).workerServingCount()).isZero();
    lab.engine().noteDemand();
    assertThat(metrics(another).workerServingCount()).isEqualTo(1);
  }

  @Test
  void who_goes_on_asking_is_written_down_now_and_then_and_not_each_time() {
    var before = notes();
    for (int i = 0; i < 5; i++) {
      lab.claim(worker, QUEUE);
      lab.engine().noteDemand();
    }
    lab.engine().noteDemand();
    assertThat(notes() - before).isEqualTo(1);
    advance(31);
    lab.claim(worker, QUEUE);
    lab.engine().noteDemand();
    assertThat(notes() - before).isEqualTo(2);
  }

  private long notes() {
    return lab.count(
        "instance_pulse where action_key = 'note_asked_queues' and tenant_id = ?", lab.tenantId());
  }

  @Test
  void a_worker_that_says_that_it_ends_is_offline_at_once_and_back_when_it_is_back() {
    lab.claim(worker, QUEUE);
    asService(Heartbeat.last(RequestMeta.key(InspectedTenant.key()), worker));
    serving(0, 0);
    var view = lab.engine().reads().workers().one(lab.tenantId(), worker);
    assertThat(view.effectiveStatus()).isEqualTo(WorkerStatus.OFFLINE);
    assertThat(view.profile().endedAt()).isEqualTo(view.profile().heartbeatAt());
    beat();
    serving(1, 1);
    // Work that it claims is a sign of life as well.
    asService(Heartbeat.last(RequestMeta.key(InspectedTenant.key()), worker));
    lab.enqueue(QUEUE);
    lab.claimOne(worker, QUEUE);
    serving(1, 1);
  }
}
