package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.database.DeliveryFence;
import io.tapline.server.external.SecretSeal;
import io.tapline.server.metrics.WebhookFigures;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.server.webhooks.WebhookClient.HostLookup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A server, and for each test a receiver of webhooks and the relay that sends events to it. */
abstract class WebhooksOnServer {

  static final String WEBHOOKS = "/api/v1/webhooks";
  static final String SECRET = "a secret of at least 32 characters";

  static TestTapline tapline;
  static TenantApi lab;

  WebhookReceiver receiver;
  WebhookRelay relay;

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
  static WebhookRelay relay(boolean privateToo) {
    return relay(privateToo, HostLookup.SYSTEM);
  }

  static WebhookRelay relay(boolean privateToo, HostLookup lookup) {
    var server = tapline.server();
    return new WebhookRelay(
        tapline.engine(),
        server.database(),
        post(privateToo, lookup),
        server.bean(WebhookFigures.class),
        server.bean(DeliveryFence.class));
  }

  static WebhookSender post(boolean privateToo, HostLookup lookup) {
    var rule = new AddressRule(privateToo);
    return new WebhookSender(
        tapline.server().bean(SecretSeal.class),
        rule,
        new WebhookClient(new WebhookSettings(rule, null, 100), lookup, null));
  }

  /** Finds in the feed all that was done. */
  static void look(WebhookRelay relay) throws Exception {
    tapline.awaitFeed("acme");
    relay.lookAndWait();
  }

  String webhook(Object... more) {
    var body = TenantApi.body("name", "hook", "url", "https://192.0.2.1/", "secret", SECRET);
    for (int i = 0; i < more.length; i += 2) {
      body.put((String) more[i], more[i + 1]);
    }
    var euid = lab.admin.post(WEBHOOKS, body).ok().path("webhook_euid").asString();
    direct(euid, receiver.url());
    return euid;
  }

  /** The server itself refuses loopback; what it keeps is not the test's to ask for. */
  static void direct(String webhook, String url) {
    direct(tapline.scratch(), webhook, url);
  }

  static void direct(ScratchDatabase database, String webhook, String url) {
    try (var connection = database.connect();
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

  String done(String queue) {
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    lab.service.post("actions/complete", TenantApi.on(worker, lab.claimOne(worker, queue))).ok();
    return subject;
  }
}
