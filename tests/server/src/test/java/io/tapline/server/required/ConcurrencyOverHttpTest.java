package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TenantApi;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The required concurrency tests, as HTTP calls. */
class ConcurrencyOverHttpTest extends OverHttp {

  private static final String CLAIM = "actions/claim";

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void parallel_worker_collision_grants_exactly_one_lease(String tenant) {
    in(tenant);
    var person = person();
    for (int round = 0; round < 5; round++) {
      var subject = lab.enqueue(queue);
      assertThat(depth()).isOne();
      var service = lab.service.sendAsync("POST", CLAIM, claim(worker));
      var human = lab.human.sendAsync("POST", CLAIM, claim(person));
      int granted =
          List.of(service, human).stream()
              .map(future -> future.join().ok().path("claims").size())
              .mapToInt(Integer::intValue)
              .sum();
      assertThat(granted).isOne();
      var history = history(subject);
      assertThat(history.path("leases").findValuesAsString("status")).containsExactly("ACTIVE");
      assertThat(history.path("records").findValuesAsString("status")).containsExactly("STARTED");
      assertThat(depth()).isZero();
      strangersSeeNothingOf(subject);
    }
  }

  private String person() {
    return lab.human
        .post(
            "actions/register-worker",
            TenantApi.body(
                "worker_key",
                TenantApi.unique("person"),
                "worker_type",
                "HUMAN_SESSION",
                "max_concurrent_leases",
                100))
        .ok()
        .path("worker_euid")
        .asString();
  }

  private byte[] claim(String by) {
    return Json.print(TenantApi.body("worker_euid", by, "queue_key", queue))
        .getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void lease_expiration_recovery_needs_no_sweeper(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var lapsed = lab.claimOne(worker, queue);
    var old = lapsed.path("lease_euid").asString();
    assertThat(visible()).isEmpty();
    advance(61);
    assertThat(lease(subject, old).path("status").asString()).isEqualTo("ACTIVE");
    assertThat(visible()).containsExactly(subject);
    var again = lab.claimOne(lab.worker(), queue);
    assertThat(again.path("subject_euid").asString()).isEqualTo(subject);
    assertThat(again.path("fencing_token").asLong())
        .isGreaterThan(lapsed.path("fencing_token").asLong());
    tapline.engine().sweep(tapline.tenantId(tenant));
    assertThat(lease(subject, old).path("status").asString()).isEqualTo("EXPIRED");
    assertThat(lease(subject, again.path("lease_euid").asString()).path("status").asString())
        .isEqualTo("ACTIVE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void lease_expiration_recovery_by_the_sweeper_alone_marks_the_old_lease(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var old = lab.claimOne(worker, queue).path("lease_euid").asString();
    advance(61);
    tapline.engine().sweep(tapline.tenantId(tenant));
    var lease = lease(subject, old);
    assertThat(lease.path("status").asString()).isEqualTo("EXPIRED");
    assertThat(lease.path("release_reason").asString()).isEqualTo("HEARTBEAT_TIMEOUT");
    assertThat(visible()).containsExactly(subject);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void worker_crash_recovery_gives_the_subject_to_another_and_refuses_the_late_one(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var crashed = claimAndStart(worker);
    advance(61);
    var second = lab.worker();
    lab.service.post("actions/complete", TenantApi.on(second, claimAndStart(second))).ok();
    var before = everythingAbout(subject);
    HttpReply late = lab.service.post("actions/complete", TenantApi.on(worker, crashed));
    assertThat(late.problem()).isEqualTo("LEASE_EXPIRED");
    assertThat(late.status()).isEqualTo(409);
    assertThat(everythingAbout(subject)).isEqualTo(before);
    assertThat(lab.state(subject)).isEqualTo("COMPLETED");
  }
}
