package io.tapline.server.longpoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.server.testing.AnswerThief;
import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A claim is committed and its server is killed before the client hears of it. */
@Tag("soak")
@TaplineServer
class KilledBeforeAnswerTest {

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wait=0", "wait=60"})
  void the_client_asks_again_with_its_key_and_gets_the_same_lease(String prefer) throws Exception {
    var queue = lab.queue();
    var worker = lab.worker();
    var body = TenantApi.body("worker_euid", worker, "queue_key", queue, "start", true);
    var subject = prefer.equals("wait=0") ? lab.enqueue(queue) : null;
    CompletableFuture<HttpReply> reply;
    try (var doomed = ChildServer.start(tapline.scratch());
        var thief = new AnswerThief(doomed.address(), doomed::kill)) {
      reply = claim(new HttpApi(thief.address(), "acme-service"), body, prefer);
      if (subject == null) {
        // It may not wait yet; then it finds the work at once, and waiting is not what is tried.
        subject = lab.enqueue(queue);
      }
      assertThatThrownBy(() -> reply.get(90, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class);
      assertThat(doomed.exitCode()).isNotZero();
    }
    assertThat(lab.state(subject)).as("the claim was committed").isEqualTo("RUNNING");

    try (var restarted = ChildServer.start(tapline.scratch())) {
      var again = claim(restarted.as("acme-service"), body, prefer).get(90, TimeUnit.SECONDS).ok();
      assertThat(again.path("replayed").asBoolean()).isTrue();
      assertThat(again.path("claims")).hasSize(1);
      var claim = again.path("claims").get(0);
      assertThat(claim.path("subject_euid").asString()).isEqualTo(subject);
      var leases = lab.operator.get("leases?queue_key=" + queue).ok().path("items");
      assertThat(leases).as("no second lease").hasSize(1);
      assertThat(claim.path("lease_euid")).isEqualTo(leases.get(0).path("lease_euid"));
      lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
      assertThat(lab.state(subject)).isEqualTo("COMPLETED");
    }
  }

  private static CompletableFuture<HttpReply> claim(HttpApi who, Object body, String prefer) {
    return who.with("Prefer", prefer)
        .sendAsync("POST", "actions/claim", Json.print(body).getBytes(StandardCharsets.UTF_8));
  }
}
