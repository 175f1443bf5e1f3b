package io.tapline.server.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.engine.testing.Await;
import io.tapline.server.base.FairShare.FairExecutor;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A total, a share of it for each tenant and principal, and room for those that have nothing. */
class FairShareTest {

  private static FairShare.Owner principal(long tenant, String name) {
    return FairShare.Owner.principal(tenant, name);
  }

  private static int takeAll(FairShare share, FairShare.Owner owner) {
    int taken = 0;
    while (taken < share.total() && share.take(owner) != null) {
      taken++;
    }
    return taken;
  }

  @Test
  void a_tenant_gets_half_and_each_further_one_finds_room() {
    var share = new FairShare(64);
    for (long tenant = 1; tenant <= 6; tenant++) {
      assertThat(takeAll(share, FairShare.Owner.tenant(tenant))).isEqualTo(64 >> tenant);
    }
    assertThat(share.refused()).isEqualTo(6);
  }

  @Test
  void a_principal_leaves_a_part_of_the_share_of_its_tenant() {
    var share = new FairShare(80);
    assertThat(takeAll(share, principal(1, "fleet"))).isEqualTo(30);
    assertThat(takeAll(share, principal(1, "operator"))).isEqualTo(10);
    assertThat(share.take(principal(2, "fleet"))).isNotNull();
    assertThat(share.mostOfGroup()).isEqualTo(40);
    assertThat(share.mostOfMember()).isEqualTo(30);
  }

  @Test
  void an_amount_is_returned_once_and_a_refused_part_is_not_taken() {
    var share = new FairShare(100);
    var grant = share.open(principal(1, "a"));
    assertThat(grant.grow(30)).isTrue();
    assertThat(grant.grow(10)).isFalse();
    assertThat(share.held()).isEqualTo(30);
    grant.close();
    grant.close();
    assertThat(share.held()).isZero();
    assertThat(share.heldBy(principal(1, "a"))).isZero();
  }

  @Test
  void work_of_one_tenant_does_not_stand_before_the_work_of_another() throws Exception {
    var threads = Executors.newFixedThreadPool(4);
    try {
      var executor = new FairExecutor(new FairShare(4), threads);
      var gate = new CountDownLatch(1);
      var done = new ConcurrentLinkedQueue<String>();
      for (int i = 0; i < 100; i++) {
        executor.execute(
            FairShare.Owner.tenant(1),
            () -> {
              await(gate);
              done.add("first");
            });
      }
      executor.execute(FairShare.Owner.tenant(2), () -> done.add("second"));
      Await.until("the other tenant", () -> done.contains("second"));
      assertThat(done).containsExactly("second");
      assertThat(executor.waiting()).isEqualTo(98);
      gate.countDown();
      Await.until("all", () -> done.size() == 101);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void a_thread_that_comes_by_itself_counts_and_the_line_goes_on_when_it_leaves() {
    var threads = new ArrayList<Runnable>();
    var executor = new FairExecutor(new FairShare(2), threads::add);
    var owner = FairShare.Owner.tenant(1);
    var own = executor.enter(owner);
    assertThat(own).isNotNull();
    assertThat(executor.enter(owner)).isNull();
    executor.execute(owner, () -> {});
    assertThat(threads).isEmpty();
    own.close();
    assertThat(threads).hasSize(1);
    assertThat(executor.enter(owner)).as("the line was first").isNull();
    threads.get(0).run();
    assertThat(executor.enter(owner)).isNotNull();
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void totals_follow_from_the_heap_unless_a_setting_gives_others() {
    long heap = 512L * 1024 * 1024;
    assertThat(LimitedResource.CONNECTIONS.total(heap)).isEqualTo(2_048);
    assertThat(LimitedResource.BODY_BYTES.total(heap)).isEqualTo(heap / 16);
    assertThat(LimitedResource.read(Map.of("TAPLINE_LIMIT_CONNECTIONS", "500")::get))
        .isEqualTo(Map.of(LimitedResource.CONNECTIONS, 500L));
    assertThatThrownBy(() -> LimitedResource.read(Map.of("TAPLINE_LIMIT_OPEN_CALLS", "no")::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TAPLINE_LIMIT_OPEN_CALLS");
  }
}
