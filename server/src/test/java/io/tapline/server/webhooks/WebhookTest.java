package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.server.external.SecretSeal;
import io.tapline.server.metrics.WebhookFigures;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Source 004: events reach a webhook signed, retried, ordered per subject, or its dead letters. */
@TaplineServer
class WebhookTest {

  private static final String WEBHOOKS = "/api/v1/webhooks";
  private static final String SECRET = "a secret of at least 32 characters";

  private static TestTapline tapline;
  private static TenantApi lab;

  private WebhookReceiver receiver;
  private WebhookRelay relay;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @BeforeEach
  void open() throws Exception {
    receiver = new WebhookReceiver();
    relay = relay(true);
  }

  @AfterEach
  void close() {
    for (var one : lab.admin.get(WEBHOOKS + "?status=ACTIVE").ok().path("items")) {
      lab.admin
          .post(
              WEBHOOKS + "/" + one.path("webhook_euid").asString() + "/retire",
              TenantApi.body("reason", "the test is over"))
          .ok();
    }
    relay.destroy();
    receiver.close();
  }

  /** A server's, as far as webhooks are concerned. */
  private static WebhookRelay relay(boolean privateToo) {
    return relay(privateToo, HostLookup.SYSTEM);
  }

  private static WebhookRelay relay(boolean privateToo, HostLookup lookup) {
    var server = tapline.server();
    return new WebhookRelay(
        tapline.engine(),
        server.database(),
        post(privateToo, lookup),
        server.bean(WebhookFigures.class));
  }

  private static WebhookSender post(boolean privateToo, HostLookup lookup) {
    var rule = new AddressRule(privateToo);
    return new WebhookSender(
        tapline.server().bean(SecretSeal.class),
        rule,
        new WebhookClient(new WebhookSettings(rule, null), lookup, null));
  }

  /** Finds in the feed all that was done. */
  private static void look(WebhookRelay relay) throws Exception {
    tapline.awaitFeed("acme");
    relay.lookAndWait();
  }

  /** The same by who was not the one to carry: a lock goes a moment after its connection. */
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

  private String webhook(Object... more) {
    var body = TenantApi.body("name", "hook", "url", "https://192.0.2.1/", "secret", SECRET);
    for (int i = 0; i < more.length; i += 2) {
      body.put((String) more[i], more[i + 1]);
    }
    var euid = lab.admin.post(WEBHOOKS, body).ok().path("webhook_euid").asString();
    direct(euid, receiver.url());
    return euid;
  }

  /** The server itself refuses loopback; what it keeps is not the test's to ask for. */
  private static void direct(String webhook, String url) {
    try (var connection = tapline.scratch().connect();
        var statement =
            connection.prepareStatement(
                "update tapline.instance_registry set json_addl = jsonb_set(json_addl,"
                    + " '{properties,url}', to_jsonb(?::text)) where euid = ?")) {
      statement.setString(1, url);
      statement.setString(2, webhook);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }

  private String done(String queue) {
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    lab.service.post("actions/complete", TenantApi.on(worker, lab.claimOne(worker, queue))).ok();
    return subject;
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
  void a_redirect_is_not_followed_and_a_silent_receiver_is_not_waited_for_by_others()
      throws Exception {
    var queue = lab.queue();
    webhook("queue_keys", List.of(queue));
    var moved = lab.enqueue(queue);
    var silent = lab.enqueue(queue);
    var other = lab.enqueue(queue);
    var taken = new CountDownLatch(1);
    receiver.answer(
        event -> {
          var job = event.path("job_id").asString();
          if (job.equals(silent)) {
            // Answers only when the other was heard, which would never be if it were waited for.
            await(taken);
          } else if (job.equals(other)) {
            taken.countDown();
          }
          return job.equals(moved) ? 307 : 200;
        });
    look(relay);
    assertThat(receiver.takenTypes(other)).hasSize(1);
    assertThat(receiver.takenTypes(silent)).hasSize(1);
    assertThat(receiver.got().stream().filter(one -> one.subject().equals(moved))).hasSize(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(8, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_private_address_gets_nothing_unless_the_server_is_told_to() throws Exception {
    relay.destroy();
    relay = relay(false);
    var queue = lab.queue();
    webhook("queue_keys", List.of(queue));
    done(queue);
    look(relay);
    assertThat(receiver.got()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://localhost:8080/",
        "http://LOCALHOST./",
        "http://a.LocalHost/",
        "http://10.1.2.3/",
        "http://172.16.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest",
        "http://100.64.0.1/",
        "http://0.0.0.0/",
        "http://[::1]/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[64:ff9b::a00:1]/",
        "http://[64:ff9b:1::a00:1]/",
        "http://[::127.0.0.1]/",
        "http://[::7f00:1]/",
        "http://[::ffff:0:7f00:1]/",
        "http://[2002:7f00:1::1]/",
        "http://[2001:0:7f00:1::1]/",
        "http://[fec0::1]/",
        "http://[ff02::1]/",
        "http://224.0.0.1/",
        "http://255.255.255.255/"
      })
  void an_address_of_a_private_network_is_refused_at_sight(String url) {
    var body = TenantApi.body("name", "hook", "url", url, "secret", SECRET);
    var reply = lab.admin.post(WEBHOOKS, body);
    assertThat(reply.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.field()).isEqualTo("url");
    assertThat(reply.text()).contains("private network");
    assertThat(new AddressRule(true).refusalAtSight(URI.create(url))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://0177.0.0.1/",
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://2130706433/",
        "http://127.1/",
        "http://127.0.0.1./",
        "http://00.0.0.0/",
        "http://[::ffff:0177.0.0.1]/",
        "http://[2606:4700::1%25lo]/",
        "http://%31%32%37.0.0.1/"
      })
  void an_ip_address_in_an_odd_spelling_is_refused_at_registration(String url) {
    var reply =
        lab.admin.post(WEBHOOKS, TenantApi.body("name", "hook", "url", url, "secret", SECRET));
    assertThat(reply.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.field()).isEqualTo("url");
    assertThat(reply.text()).contains("192.0.2.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:%d/",
        "http://LOCALHOST.:%d/",
        "http://a.localhost:%d/",
        "http://0177.0.0.1:%d/",
        "http://0x7f000001:%d/",
        "http://2130706433:%d/",
        "http://127.1:%d/",
        "http://[::1]:%d/",
        "http://[::127.0.0.1]:%d/",
        "http://[::ffff:127.0.0.1]:%d/",
        "http://inside.example.org:%d/"
      })
  void what_stands_for_loopback_gets_nothing_though_it_was_registered(String url) {
    var webhook = webhook();
    direct(webhook, url.formatted(receiver.port()));
    var sender = post(false, host -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    var stored =
        tapline.engine().reads().webhooks().live(tapline.tenantId("acme")).stream()
            .filter(one -> one.euid().equals(webhook))
            .findFirst()
            .orElseThrow();
    var event = Json.tree(Map.of("id", "1", "type", "job_enqueued"));
    assertThat(sender.send(tapline.tenantId("acme"), stored, event, 0, Instant.EPOCH).join())
        .containsAnyOf("private network", "192.0.2.1");
    sender.close();
    assertThat(receiver.got()).isEmpty();
  }

  @Test
  void a_name_that_turns_to_loopback_after_it_was_checked_leads_nowhere() throws Exception {
    relay.destroy();
    var asked = new AtomicInteger();
    // 192.0.2.0/24 is for documentation: nobody is there.
    relay =
        relay(
            false,
            host ->
                new InetAddress[] {
                  InetAddress.getByName(
                      asked.incrementAndGet() % 2 == 1 ? "192.0.2.1" : "127.0.0.1")
                });
    var queue = lab.queue();
    var webhook = webhook("queue_keys", List.of(queue));
    direct(webhook, "http://rebinding.example.org:" + receiver.port() + "/hook");
    lab.enqueue(queue);
    look(relay);
    // Resolved once, and that answer was the one that was checked and connected to.
    assertThat(asked).hasValue(1);
    tapline.advance(Duration.ofSeconds(30));
    look(relay);
    assertThat(asked).hasValue(2);
    assertThat(receiver.got()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://example.org/",
        "https:///path",
        "https://user:word@example.org/",
        "nonsense",
        "http://a b/"
      })
  void what_is_no_address_is_refused_by_name(String url) {
    var body = TenantApi.body("name", "hook", "url", url, "secret", SECRET);
    assertThat(lab.admin.post(WEBHOOKS, body).field()).isEqualTo("url");
  }

  @Test
  void its_secret_is_shown_to_nobody_and_stands_nowhere() throws Exception {
    var webhook = webhook();
    var path = WEBHOOKS + "/" + webhook;
    lab.admin
        .post(path + "/update", TenantApi.body("secret", SECRET + "!", "reason", "leaked"))
        .ok();
    assertThat(lab.admin.get(path).text()).doesNotContain("secret", "sealed");
    assertThat(lab.admin.get(WEBHOOKS).text()).doesNotContain("sealed");
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select count(*) from tapline.generic_instance where json_addl::text like '%at"
                    + " least 32%'")) {
      rows.next();
      assertThat(rows.getInt(1)).isZero();
    }
  }

  @Test
  void a_change_is_evidence_and_a_retired_one_takes_no_more() {
    var webhook = webhook();
    var path = WEBHOOKS + "/" + webhook;
    assertThat(
            lab.admin
                .post(path + "/update", TenantApi.body("name", "other", "expected_revision", 7))
                .problem())
        .isEqualTo("REVISION_CONFLICT");
    var nothing = lab.admin.post(path + "/update", TenantApi.body("reason", "no field is named"));
    assertThat(nothing.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(nothing.text()).contains("name: is required, or url, secret");
    var retire = TenantApi.body("reason", "gone");
    assertThat(lab.admin.post(path + "/retire", retire).ok().path("status").asString())
        .isEqualTo("RETIRED");
    assertThat(lab.admin.post(path + "/retire", retire).ok().path("replayed").asBoolean()).isTrue();
    assertThat(lab.admin.post(path + "/update", TenantApi.body("name", "x")).problem())
        .isEqualTo("STATE_CONFLICT");
    var actions = lab.admin.get("actions?limit=5").ok().path("items");
    assertThat(actions.get(0).path("action_key").asString()).isEqualTo("retire_webhook");
    assertThat(Json.print(Map.of("all", actions))).doesNotContain("sealed");
  }
}
