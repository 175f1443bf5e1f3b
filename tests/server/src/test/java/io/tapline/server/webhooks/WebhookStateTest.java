package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.engine.decide.WebhookDecision;
import io.tapline.engine.testing.Await;
import io.tapline.server.database.DeliveryFence;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Operators see whether events reach a webhook: API, metrics, doctor and log. */
@TaplineServer
class WebhookStateTest extends WebhooksOnServer {

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(WebhookDelivery.class);

  @BeforeEach
  void listen() {
    log.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(log);
    logger.setLevel(null);
  }

  private static JsonNode delivery(String webhook) {
    return lab.admin.get(WEBHOOKS + "/" + webhook).ok().path("delivery");
  }

  private static double metric(String name, String tenant) {
    var line = Pattern.compile("(?m)^" + name + "(\\{tenant=\"" + tenant + "\"})? (\\S+)$");
    var found = line.matcher(tapline.as(tenant + "-admin").get("/metrics").text());
    assertThat(found.find()).as(name).isTrue();
    return Double.parseDouble(found.group(2));
  }

  private static JsonNode check(String name) {
    for (var check : lab.admin.get("doctor").ok().path("checks")) {
      if (check.path("name").asString().equals(name)) {
        return check;
      }
    }
    throw new AssertionError("the doctor has no check " + name);
  }

  @Test
  void a_failing_receiver_is_shown_everywhere_until_it_takes_the_event() throws Exception {
    var queue = lab.queue();
    var webhook = webhook("queue_keys", List.of(queue));
    receiver.answer(event -> 500);
    var stuck = lab.enqueue(queue);
    look(relay);
    tapline.advance(Duration.ofSeconds(60));
    look(relay);
    look(relay);

    assertThat(delivery(webhook).path("status").asString()).isEqualTo("FAILING");
    assertThat(delivery(webhook).path("last_error").asString()).isEqualTo("HTTP 500");
    assertThat(delivery(webhook).path("retrying").asInt()).isOne();
    assertThat(delivery(webhook).path("failing_since").isNull()).isFalse();
    assertThat(metric("tapline_webhook_lag_seconds", "acme")).isGreaterThanOrEqualTo(60);
    assertThat(metric("tapline_webhook_failing", "acme")).isOne();
    assertThat(check("webhooks").path("status").asString()).isEqualTo("WARN");
    assertThat(check("webhooks").path("detail").asString()).contains("hook", "HTTP 500");
    assertThat(log.list).hasSize(1);
    assertThat(log.list.get(0).getFormattedMessage())
        .contains(webhook, "tenant acme", "failed", "HTTP 500");

    receiver.answer(event -> 200);
    tapline.advance(Duration.ofMinutes(1));
    look(relay);
    look(relay);
    assertThat(receiver.takenTypes(stuck)).containsExactly("job_enqueued");
    assertThat(delivery(webhook).path("status").asString()).isEqualTo("OK");
    assertThat(delivery(webhook).path("last_error").isNull()).isTrue();
    assertThat(metric("tapline_webhook_lag_seconds", "acme")).isZero();
    assertThat(metric("tapline_webhook_failing", "acme")).isZero();
    assertThat(check("webhooks").path("status").asString()).isEqualTo("OK");
    assertThat(log.list).hasSize(2);
    assertThat(log.list.get(1).getFormattedMessage()).contains(webhook, "accepts events again");
  }

  @Test
  void slow_receivers_of_one_tenant_do_not_delay_another_tenant() throws Exception {
    var other = new TenantApi(tapline, "other");
    var queue = lab.queue();
    var otherQueue = other.queue();
    var slow = new CountDownLatch(1);
    receiver.answer(
        event -> {
          if (event.at("/payload/queue_key").asString().equals(queue)) {
            hang(slow);
          }
          return 200;
        });
    for (int i = 0; i < 2 * WebhookRelay.AT_ONCE; i++) {
      webhook("queue_keys", List.of(queue));
    }
    var theirs = create(other, otherQueue);
    lab.enqueue(queue);
    var subject = other.enqueue(otherQueue);
    tapline.awaitFeed("acme");
    tapline.awaitFeed("other");
    try {
      Await.until(
          "the other tenant's event is delivered",
          () -> {
            lookOnce();
            return !receiver.takenTypes(subject).isEmpty();
          });
      lookOnce();
      assertThat(metric("tapline_webhook_lag_seconds", "acme")).isPositive();
    } finally {
      slow.countDown();
      other
          .admin
          .post(WEBHOOKS + "/" + theirs + "/retire", TenantApi.body("reason", "the test is over"))
          .ok();
    }
  }

  private String create(TenantApi tenant, String queue) {
    var body = TenantApi.body("name", "hook", "url", "https://192.0.2.1/", "secret", SECRET);
    body.put("queue_keys", List.of(queue));
    var euid = tenant.admin.post(WEBHOOKS, body).ok().path("webhook_euid").asString();
    direct(euid, receiver.url());
    return euid;
  }

  private void lookOnce() {
    try {
      relay.look();
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void hang(CountDownLatch until) {
    try {
      until.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_tenant_has_a_limited_number_of_webhooks() {
    tapline.engine().limitWebhooks(1);
    try {
      var first = TenantApi.body("name", "one", "url", "https://192.0.2.1/", "secret", SECRET);
      var euid = lab.admin.post(WEBHOOKS, first).ok().path("webhook_euid").asString();
      var second = TenantApi.body("name", "two", "url", "https://192.0.2.1/", "secret", SECRET);
      var refused = lab.admin.post(WEBHOOKS, second);
      assertThat(refused.problem()).isEqualTo("STATE_CONFLICT");
      assertThat(refused.text()).contains("TAPLINE_WEBHOOKS_PER_TENANT allows 1");
      assertThat(lab.admin.post(WEBHOOKS, first).ok().path("replayed").asBoolean()).isTrue();

      var retire = TenantApi.body("reason", "make room");
      lab.admin.post(WEBHOOKS + "/" + euid + "/retire", retire).ok();
      lab.admin.post(WEBHOOKS, second).ok();
    } finally {
      tapline.engine().limitWebhooks(WebhookDecision.MOST_PER_TENANT);
    }
  }

  @Test
  void a_server_that_sends_nothing_shows_its_deliveries_as_fenced() throws Exception {
    var fence = tapline.server().bean(DeliveryFence.class);
    var queue = lab.queue();
    var webhook = webhook("queue_keys", List.of(queue));
    look(relay);
    assertThat(check("deliveries").path("status").asString()).isEqualTo("OK");
    sql("update tapline.delivery_home set identity = 'the original'");
    try {
      lab.enqueue(queue);
      look(relay);
      assertThat(receiver.got()).isEmpty();
      assertThat(delivery(webhook).path("status").asString()).isEqualTo("FENCED");
      assertThat(metric("tapline_deliveries_fenced", "acme")).isOne();
      assertThat(check("deliveries").path("status").asString()).isEqualTo("WARN");
      assertThat(check("deliveries").path("detail").asString()).contains("--confirm-deliveries");
      assertThat(tapline.as(null).get("/health/ready").status()).isEqualTo(200);
    } finally {
      sql("delete from tapline.delivery_home");
      fence.check();
    }
    look(relay);
    assertThat(receiver.got()).hasSize(1);
    assertThat(delivery(webhook).path("status").asString()).isEqualTo("OK");
    assertThat(metric("tapline_deliveries_fenced", "acme")).isZero();
  }

  private static void sql(String text) throws Exception {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement()) {
      statement.execute(text);
    }
  }
}
