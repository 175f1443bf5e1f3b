package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Source 004: events reach a webhook signed, retried, ordered per subject, or its dead letters. */
@TaplineServer
class WebhookDeliveryTest extends WebhooksOnServer {

  /** Scans until the other relay delivers: a lock is released a moment after its connection. */
  private static void lookUntil(WebhookRelay relay, BooleanSupplier carried) {
    Await.until(
        "it is carried by the other",
        () -> {
          try {
            look(relay);
          } catch (Exception e) {
            throw new AssertionError(e);
          }
          return carried.getAsBoolean();
        });
  }

  private static JsonNode letters(String webhook) {
    return lab.admin.get(WEBHOOKS + "/" + webhook + "/dead-letters").ok().path("items");
  }

  @Test
  void an_event_comes_as_the_feed_shows_it_and_is_signed() throws Exception {
    var queue = lab.queue();
    var webhook = webhook("queue_keys", List.of(queue));
    var subject = done(queue);
    done(lab.queue());
    look(relay);

    var events = lab.operator.get("events?subject_euid=" + subject).ok().path("items");
    assertThat(receiver.got()).hasSize(4);
    assertThat(receiver.got().stream().map(WebhookReceiver.Got::event).toList())
        .containsExactlyElementsOf(events);
    for (var got : receiver.got()) {
      assertThat(got.header("Tapline-signature"))
          .isEqualTo(signed(got.header("Tapline-timestamp"), got.body()));
      assertThat(got.header("Tapline-event-id")).isEqualTo(got.event().path("id").asString());
      assertThat(got.header("Tapline-webhook")).isEqualTo(webhook);
      assertThat(got.header("Tapline-try")).isEqualTo("1");
    }
    look(relay);
    assertThat(receiver.got()).hasSize(4);
  }

  private static String signed(String timestamp, byte[] body) throws Exception {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
  }

  @Test
  void types_are_chosen_and_may_have_the_names_of_the_job_substrate() throws Exception {
    webhook("event_types", List.of("job_succeeded"), "event_names", "DOT");
    var subject = done(lab.queue());
    look(relay);
    assertThat(receiver.takenTypes(subject)).containsExactly("dot.job.succeeded");
  }

  @Test
  void a_subject_waits_for_its_own_event_and_others_go_on() throws Exception {
    var queue = lab.queue();
    webhook("queue_keys", List.of(queue));
    var stuck = done(queue);
    receiver.answer(event -> event.path("job_id").asString().equals(stuck) ? 503 : 200);
    var other = done(queue);
    look(relay);
    assertThat(receiver.takenTypes(other))
        .containsExactly("job_enqueued", "job_claimed", "job_started", "job_succeeded");
    assertThat(tries(stuck)).isEqualTo(1);

    // The waits between its tries grow, until one is far longer than the test takes.
    for (int tries = 2; tries <= 4; tries++) {
      tapline.advance(Duration.ofSeconds(30));
      look(relay);
      assertThat(tries(stuck)).isEqualTo(tries);
    }
    // Not before its time has come.
    look(relay);
    assertThat(tries(stuck)).isEqualTo(4);
    receiver.answer(event -> 200);
    tapline.advance(Duration.ofSeconds(70));
    look(relay);
    assertThat(receiver.takenTypes(stuck)).isEqualTo(receiver.takenTypes(other));
    assertThat(receiver.taken()).hasSize(8);
  }

  private long tries(String subject) {
    return receiver.got().stream().filter(one -> one.subject().equals(subject)).count();
  }

  @Test
  void what_is_refused_too_often_becomes_a_dead_letter_and_is_sent_again_on_request()
      throws Exception {
    var queue = lab.queue();
    var webhook = webhook("queue_keys", List.of(queue));
    var subject = done(queue);
    receiver.answer(event -> event.path("type").asString().equals("job_claimed") ? 500 : 200);
    for (int i = 0; i < RetrySchedule.TRIES; i++) {
      look(relay);
      tapline.advance(Duration.ofMinutes(15));
    }
    assertThat(receiver.got().stream().filter(one -> one.type().equals("job_claimed")))
        .hasSize(RetrySchedule.TRIES);
    assertThat(receiver.takenTypes(subject))
        .containsExactly("job_enqueued", "job_started", "job_succeeded");
    var letter = letters(webhook).get(0);
    assertThat(letters(webhook)).hasSize(1);
    assertThat(letter.path("status").asString()).isEqualTo("OPEN");
    assertThat(letter.path("tries").asInt()).isEqualTo(RetrySchedule.TRIES);
    assertThat(letter.path("last_error").asString()).isEqualTo("HTTP 500");
    assertThat(letter.at("/event/type").asString()).isEqualTo("job_claimed");

    var again =
        WEBHOOKS
            + "/"
            + webhook
            + "/dead-letters/"
            + letter.path("dead_letter_euid").asString()
            + "/redeliver";
    lab.admin.post(again, TenantApi.body("reason", "try it")).ok();
    look(relay);
    assertThat(letters(webhook).get(0).path("status").asString()).isEqualTo("OPEN");
    assertThat(letters(webhook).get(0).path("tries").asInt()).isEqualTo(RetrySchedule.TRIES + 1);

    receiver.answer(event -> 200);
    lab.admin.post(again, TenantApi.body("reason", "it is up again")).ok();
    look(relay);
    assertThat(receiver.takenTypes(subject)).endsWith("job_claimed");
    assertThat(letters(webhook).get(0).path("status").asString()).isEqualTo("DELIVERED");
    assertThat(lab.admin.post(again, TenantApi.body("reason", "once more")).problem())
        .isEqualTo("STATE_CONFLICT");
  }

  @Test
  void a_dead_letter_has_the_names_that_the_webhook_asked_for() throws Exception {
    var queue = lab.queue();
    var webhook =
        webhook(
            "queue_keys",
            List.of(queue),
            "event_types",
            List.of("dot.job.claimed", "job_succeeded"),
            "event_names",
            "DOT");
    var subject = done(queue);
    receiver.answer(event -> event.path("type").asString().equals("dot.job.claimed") ? 500 : 200);
    for (int i = 0; i < RetrySchedule.TRIES; i++) {
      look(relay);
      tapline.advance(Duration.ofMinutes(15));
    }
    assertThat(receiver.takenTypes(subject)).containsExactly("dot.job.succeeded");
    var letter = letters(webhook).get(0);
    assertThat(letter.at("/event/type").asString()).isEqualTo("dot.job.claimed");

    receiver.answer(event -> 200);
    var again = "/dead-letters/" + letter.path("dead_letter_euid").asString() + "/redeliver";
    lab.admin
        .post(WEBHOOKS + "/" + webhook + again, TenantApi.body("reason", "it is up again"))
        .ok();
    look(relay);
    assertThat(receiver.takenTypes(subject)).endsWith("dot.job.claimed");
  }

  @Test
  void who_takes_over_from_the_dead_goes_on_where_it_was() throws Exception {
    var queue = lab.queue();
    webhook("queue_keys", List.of(queue));
    var first = done(queue);
    look(relay);
    var stuck = lab.enqueue(queue);
    receiver.answer(event -> event.path("job_id").asString().equals(stuck) ? 500 : 200);
    look(relay);

    // Its locks go with its connection, as they do when a server dies.
    relay.destroy();
    relay = relay(true);
    receiver.answer(event -> 200);
    lookUntil(relay, () -> !receiver.takenTypes(stuck).isEmpty());
    assertThat(receiver.takenTypes(stuck)).containsExactly("job_enqueued");
    assertThat(receiver.takenTypes(first)).doesNotHaveDuplicates().hasSize(4);
  }

  @Test
  void one_server_at_a_time_carries_to_a_webhook() throws Exception {
    var queue = lab.queue();
    webhook("queue_keys", List.of(queue));
    look(relay);
    var other = relay(true);
    try {
      done(queue);
      look(other);
      assertThat(receiver.got()).isEmpty();
      look(relay);
      assertThat(receiver.taken()).hasSize(4);
      relay.destroy();
      done(queue);
      lookUntil(other, () -> receiver.taken().size() > 4);
      assertThat(receiver.taken()).hasSize(8);
    } finally {
      other.destroy();
    }
  }

  @Test
  void while_it_is_paused_events_wait_and_none_is_left_out() throws Exception {
    var queue = lab.queue();
    var webhook = webhook("queue_keys", List.of(queue));
    var path = WEBHOOKS + "/" + webhook + "/update";
    lab.admin.post(path, TenantApi.body("enabled", false)).ok();
    var subject = done(queue);
    look(relay);
    assertThat(receiver.got()).isEmpty();
    lab.admin.post(path, TenantApi.body("enabled", true)).ok();
    look(relay);
    assertThat(receiver.takenTypes(subject)).hasSize(4);
  }

  @Test
  void one_event_that_always_fails_delays_no_event_of_another_job() throws Exception {
    var queue = lab.queue();
    webhook("queue_keys", List.of(queue));
    var stuck = done(queue);
    receiver.answer(event -> event.path("job_id").asString().equals(stuck) ? 500 : 200);
    look(relay);
    // More events than one window has room for, none of which the webhook asked for.
    enqueueMany(lab.queue(), 1_100);
    look(relay);
    var next = done(queue);
    look(relay);
    assertThat(receiver.takenTypes(next)).hasSize(4);
    assertThat(receiver.takenTypes(stuck)).isEmpty();
  }

  private static void enqueueMany(String queue, int count) {
    for (int i = 0; i < count; i += 550) {
      var items =
          IntStream.range(0, 550)
              .mapToObj(
                  n ->
                      TenantApi.body(
                          "queue_key", queue, "template_code", "data/execution/task/1.0"))
              .toList();
      lab.operator.post("actions/enqueue", Map.of("items", items)).ok();
    }
  }

  @Test
  void a_server_that_takes_over_goes_on_with_the_tries_that_were_made() throws Exception {
    var queue = lab.queue();
    webhook("queue_keys", List.of(queue));
    var stuck = lab.enqueue(queue);
    receiver.answer(event -> event.path("job_id").asString().equals(stuck) ? 500 : 200);
    look(relay);
    for (int tries = 2; tries <= 4; tries++) {
      tapline.advance(Duration.ofSeconds(30));
      look(relay);
    }
    assertThat(tries(stuck)).isEqualTo(4);

    relay.destroy();
    relay = relay(true);
    var other = lab.enqueue(queue);
    lookUntil(relay, () -> !receiver.takenTypes(other).isEmpty());
    // Its fifth try is not due yet, and it is the fifth when it comes.
    assertThat(tries(stuck)).isEqualTo(4);
    tapline.advance(Duration.ofMinutes(2));
    look(relay);
    assertThat(receiver.got().get(receiver.got().size() - 1).header("Tapline-try")).isEqualTo("5");
  }
}
