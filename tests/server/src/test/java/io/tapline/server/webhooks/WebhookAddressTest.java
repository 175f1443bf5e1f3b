package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.tapdb.Json;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Allowed addresses of webhooks, and permissions on registered ones: private networks receive
 * nothing.
 */
@TaplineServer
class WebhookAddressTest extends WebhooksOnServer {

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
    assertThat(nothing.text()).contains("name: is required; send it or one of url, secret");
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
