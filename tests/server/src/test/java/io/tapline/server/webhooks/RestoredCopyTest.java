package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.database.DeliveryFence;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.external.SecretSeal;
import io.tapline.server.metrics.WebhookFigures;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.server.webhooks.WebhookClient.HostLookup;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Tenants;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A copy of a database sends nothing to the receivers of the original until it is confirmed. */
class RestoredCopyTest {

  private static final String TASK = "data/execution/task/1.0";

  private static String webhook;

  private WebhookReceiver receiver;
  private ScratchDatabase copy;

  @BeforeEach
  void restore() throws Exception {
    receiver = new WebhookReceiver();
    copy = TestServer.database("delivering", RestoredCopyTest::serve);
    WebhooksOnServer.direct(copy, webhook, receiver.url());
  }

  @AfterEach
  void close() {
    receiver.close();
    copy.close();
  }

  /** The original: it delivers, and one event is not delivered yet when the copy is made. */
  private static void serve(ScratchDatabase original) {
    try (var server = Server.start(TestTapline.settings(original))) {
      assertThat(server.bean(DeliveryFence.class).check()).isEqualTo(DeliveryFence.State.OPEN);
      var admin = new HttpApi(server.address(), "acme-admin");
      var create =
          TenantApi.body(
              "name", "hook", "url", "https://192.0.2.1/", "secret", WebhooksOnServer.SECRET);
      var made = admin.post(WebhooksOnServer.WEBHOOKS, create).ok();
      webhook = made.path("webhook_euid").asString();
      admin
          .post(
              "actions/create-queue",
              TenantApi.body("queue_key", "q", "subject_template_codes", List.of(TASK)))
          .ok();
      admin.post("actions/enqueue", TenantApi.body("queue_key", "q", "template_code", TASK)).ok();
    }
  }

  private static WebhookRelay relay(Server server) {
    var rule = new AddressRule(true);
    var client = new WebhookClient(new WebhookSettings(rule, null, 100), HostLookup.SYSTEM, null);
    var acme = new Tenants(server.database().owner()).byKey("acme").orElseThrow().id();
    Await.until(
        "all in the feed",
        () -> server.engine().tapDb().transaction(acme, tx -> new Feed(tx).lag()) == 0);
    return new WebhookRelay(
        server.engine(),
        server.database(),
        new WebhookSender(server.bean(SecretSeal.class), rule, client),
        server.bean(WebhookFigures.class),
        server.bean(DeliveryFence.class));
  }

  private static void look(ServerSettings settings) throws Exception {
    try (var server = Server.start(settings)) {
      look(server);
    }
  }

  /** One look at all webhooks of a server, after everything that was done is in the feed. */
  static void look(Server server) throws Exception {
    var relay = relay(server);
    try {
      relay.lookAndWait();
    } finally {
      relay.destroy();
    }
  }

  @Test
  void events_go_out_only_after_an_operator_confirmed_the_copy() throws Exception {
    var settings = TestTapline.settings(copy);
    look(settings);
    assertThat(receiver.got()).isEmpty();

    try (var database = OpenDatabase.open(settings, settings.database())) {
      assertThat(DeliveryFence.confirm(database)).isTrue();
      assertThat(DeliveryFence.confirm(database)).isFalse();
    }
    look(ServerSettingsBuilder.builder(settings).noDeliveries(true).build());
    assertThat(receiver.got()).as("started with --no-deliveries").isEmpty();

    look(settings);
    assertThat(receiver.got()).isNotEmpty();
  }
}
