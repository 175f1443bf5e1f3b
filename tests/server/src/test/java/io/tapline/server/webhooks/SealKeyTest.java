package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.database.DatabaseLogin;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;

/** Events of a webhook wait while its secret cannot be opened, and the seal key can be changed. */
class SealKeyTest {

  private static final String VARIABLE = "TAPLINE_SEAL_KEY";
  private static final String PASSWORD_FILE = "org.postgresql.pgpassfile";
  private static final String OLD = "old-".repeat(8);
  private static final String NEW = "new-".repeat(8);
  private static final String TASK = "data/execution/task/1.0";

  private interface Use {
    void of(Server server) throws Exception;
  }

  private static void with(ScratchDatabase database, String key, Use use) throws Exception {
    System.setProperty(VARIABLE, key);
    try (var server = Server.start(TestTapline.settings(database))) {
      use.of(server);
    } finally {
      System.clearProperty(VARIABLE);
    }
  }

  @Test
  void a_lost_key_delays_events_and_a_new_key_takes_over_the_secrets() throws Exception {
    try (var database = TestTapline.migrated();
        var receiver = new WebhookReceiver()) {
      var webhook = new String[1];
      with(database, OLD, server -> webhook[0] = prepare(server));
      WebhooksOnServer.direct(database, webhook[0], receiver.url());

      with(
          database,
          NEW,
          server -> {
            assertThat(check(server)).hasSize(1).first().asString().contains("2 secrets", VARIABLE);
            RestoredCopyTest.look(server);
            var delivery = delivery(server, webhook[0]);
            assertThat(delivery.path("status").asString()).isEqualTo("FAILING");
            assertThat(delivery.path("last_error").asString()).contains("cannot be decrypted");
          });
      assertThat(receiver.got()).isEmpty();

      // Without a key of its own a server derives one, and warns of it.
      try (var server = Server.start(TestTapline.settings(database))) {
        assertThat(check(server))
            .hasSize(2)
            .first()
            .asString()
            .contains("password", "backup", VARIABLE);
      }

      // The one with both keys seals the secrets with the first one.
      with(database, NEW + "," + OLD, server -> {});
      with(
          database,
          NEW,
          server -> {
            assertThat(check(server)).isEmpty();
            RestoredCopyTest.look(server);
            assertThat(delivery(server, webhook[0]).path("status").asString()).isEqualTo("OK");
          });
      assertThat(receiver.got())
          .isNotEmpty()
          .allMatch(one -> one.header("Tapline-try").equals("1"));
    }
  }

  /** A password file stands for every way into PostgreSQL for which Tapline holds no password. */
  @Test
  void a_server_without_passwords_starts_and_asks_for_a_seal_key_when_a_secret_comes(
      @TempDir Path folder) throws Exception {
    var passwords = folder.resolve("pgpass");
    Files.writeString(
        passwords,
        "*:*:*:tapline_owner:%s%n*:*:*:tapline_serving:%s%n"
            .formatted(ScratchDatabase.OWNER_PASSWORD, ScratchDatabase.SERVING_PASSWORD));
    System.setProperty(PASSWORD_FILE, passwords.toString());
    try (var database = TestTapline.migrated();
        var server = Server.start(withoutPasswords(database))) {
      var admin = new HttpApi(server.address(), "acme-admin");
      var secret = WebhooksOnServer.SECRET;
      var hook = TenantApi.body("name", "hook", "url", "https://192.0.2.1/", "secret", secret);
      var queue = TenantApi.body("queue_key", "q", "subject_template_codes", List.of(TASK));
      admin.post("actions/create-queue", queue).ok();
      var callback = TenantApi.body("queue_key", "q", "secret", secret, "reason", "for the test");
      for (var refused :
          List.of(
              admin.post(WebhooksOnServer.WEBHOOKS, hook),
              admin.post("actions/set-callback-secret", callback))) {
        assertThat(refused.problem()).isEqualTo("VALIDATION_FAILED");
        assertThat(refused.text()).contains("\"secret\"", VARIABLE).doesNotContain(secret);
      }
      assertThat(admin.get(WebhooksOnServer.WEBHOOKS).ok().path("items")).isEmpty();
      assertThat(check(server)).isEmpty();
    } finally {
      System.clearProperty(PASSWORD_FILE);
    }
  }

  private static ServerSettings withoutPasswords(ScratchDatabase database) {
    return ServerSettingsBuilder.builder(TestTapline.settings(database))
        .database(new DatabaseLogin(database.jdbcUrl(), database.user(), ""))
        .passwords(null)
        .build();
  }

  /** The lines of the check that each start makes. Spring resets the log while it starts. */
  private List<String> check(Server server) throws Exception {
    var type = Class.forName("io.tapline.server.external.SealCheck");
    var logger = (Logger) LoggerFactory.getLogger(type);
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    logger.addAppender(log);
    try {
      ((InitializingBean) server.bean(type)).afterPropertiesSet();
      return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    } finally {
      logger.detachAppender(log);
    }
  }

  private static tools.jackson.databind.JsonNode delivery(Server server, String webhook) {
    return new HttpApi(server.address(), "acme-admin")
        .get(WebhooksOnServer.WEBHOOKS + "/" + webhook)
        .ok()
        .path("delivery");
  }

  private static String prepare(Server server) {
    var admin = new HttpApi(server.address(), "acme-admin");
    var secret = WebhooksOnServer.SECRET;
    var hook = TenantApi.body("name", "hook", "url", "https://192.0.2.1/", "secret", secret);
    var webhook = admin.post(WebhooksOnServer.WEBHOOKS, hook).ok().path("webhook_euid").asString();
    var queue = TenantApi.body("queue_key", "q", "subject_template_codes", List.of(TASK));
    admin.post("actions/create-queue", queue).ok();
    var callback = TenantApi.body("queue_key", "q", "secret", secret, "reason", "for the test");
    admin.post("actions/set-callback-secret", callback).ok();
    admin.post("actions/enqueue", TenantApi.body("queue_key", "q", "template_code", TASK)).ok();
    return webhook;
  }
}
