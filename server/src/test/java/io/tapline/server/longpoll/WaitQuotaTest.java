package io.tapline.server.longpoll;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One tenant cannot take all the seats of those who wait. */
class WaitQuotaTest {

  private static final Duration LONG = Duration.ofMinutes(10);

  @Test
  void one_tenant_gets_half_of_the_room_and_another_still_finds_a_seat() {
    try (var tapline = TestTapline.start();
        var waitScheduler = new WaitScheduler(tapline.engine().failures())) {
      var lab = new TenantApi(tapline, "acme");
      var task = lab.enqueue(lab.queue());
      long acme = tapline.tenantId("acme");
      long other = tapline.tenantId("other");
      var waits = new TaskWaits(tapline.engine(), waitScheduler, Duration.ofDays(1).toMillis());
      int seats = 0;
      for (int i = 0; i < WaitQuota.SEATS; i++) {
        seats += waits.admit(acme, task, LONG).isDone() ? 0 : 1;
      }
      assertThat(seats).isEqualTo(WaitQuota.SEATS / 2);
      assertThat(waits.admit(other, task, LONG)).isNotDone();
      waits.close();
    }
  }

  @Test
  void there_is_a_seat_for_a_tenant_without_one_until_the_room_is_full() {
    int taken = 0;
    for (int tenants = 0; tenants < 5; tenants++) {
      int own = 0;
      while (WaitQuota.admits(taken, own)) {
        own++;
        taken++;
      }
      assertThat(own).isPositive();
    }
    assertThat(WaitQuota.admits(WaitQuota.SEATS - 1, 0)).isTrue();
    assertThat(WaitQuota.admits(WaitQuota.SEATS, 0)).isFalse();
  }
}
