package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A server as it is usually run carries events by itself. */
class RunningRelayTest {

  @Test
  void events_are_carried_without_being_asked_for() throws Exception {
    try (var scratch = TestTapline.migrated();
        var receiver = new WebhookReceiver();
        var server = start(TestTapline.settings(scratch))) {
      var heard = new CompletableFuture<String>();
      receiver.answer(
          event -> {
            heard.complete(event.path("job_id").asString());
            return 200;
          });
      var admin = new HttpApi(server.address(), "acme-admin");
      var hook =
          TenantApi.body("name", "hook", "url", receiver.url(), "secret", "0123456789".repeat(4));
      admin.post("/api/v1/webhooks", hook).ok();
      var templates = List.of("data/execution/task/1.0");
      admin
          .post(
              "actions/create-queue",
              TenantApi.body("queue_key", "q", "subject_template_codes", templates))
          .ok();
      var enqueue = TenantApi.body("queue_key", "q", "template_code", templates.get(0));
      var subject = admin.post("actions/enqueue", enqueue).ok().path("subject_euid").asString();
      assertThat(heard.get(60, TimeUnit.SECONDS)).isEqualTo(subject);
      assertThat(admin.get("/metrics").text()).contains("tapline_webhook_lag_seconds");
    }
  }

  /** Its receivers are inside; and it looks often. */
  private static Server start(ServerSettings usual) {
    System.setProperty(WebhookSettings.PRIVATE_ADDRESSES, "true");
    try {
      return Server.start(
          ServerSettingsBuilder.builder(usual)
              .sweepEvery(Duration.ofSeconds(1))
              .packs(List.of())
              .build());
    } finally {
      System.clearProperty(WebhookSettings.PRIVATE_ADDRESSES);
    }
  }
}
