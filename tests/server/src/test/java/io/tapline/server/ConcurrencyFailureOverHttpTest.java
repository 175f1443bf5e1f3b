package io.tapline.server;

import static io.tapline.server.testing.TenantApi.body;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import org.junit.jupiter.api.Test;

/** A client reads that concurrent requests are the cause, and not an outage of the database. */
@TaplineServer
class ConcurrencyFailureOverHttpTest {

  @Test
  void repeated_deadlocks_are_a_temporary_problem_with_its_cause(TestTapline tapline) {
    var lab = new TenantApi(tapline, "acme");
    var queue = lab.queue();
    tapline
        .scratch()
        .execute(
            "create function tapline.race() returns trigger language plpgsql as $$"
                + " begin raise exception 'a race' using errcode = '40P01'; end $$");
    tapline
        .scratch()
        .execute(
            "create trigger race after insert on tapline.fact_row for each row"
                + " execute function tapline.race()");
    var refused =
        lab.operator.post(
            "actions/enqueue",
            body("queue_key", queue, "template_code", "data/execution/task/1.0"));
    assertThat(refused.problem()).isEqualTo("UNAVAILABLE");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.json().path("detail").asString())
        .startsWith("concurrent requests for the same objects blocked this one");
    tapline.scratch().execute("drop trigger race on tapline.fact_row");
    assertThat(lab.state(lab.enqueue(queue))).isEqualTo("READY");
  }
}
