package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.base.Ticker;
import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that was started with no token configured. */
class FirstStartTest {

  private static final String ME = "/api/v1/me";

  @TempDir Path folder;
  private ScratchDatabase scratch;

  @BeforeEach
  void database() {
    scratch = TestTapline.migrated();
  }

  @AfterEach
  void drop() {
    scratch.close();
  }

  private ServerSettings settings() {
    return new ChangedSettings(TestTapline.settings(scratch)).tokens("").data(folder).settings();
  }

  private String token() throws IOException {
    return Files.readString(folder.resolve("admin-token")).strip();
  }

  private static HttpApi as(Server server, String token) {
    return new HttpApi(server.address(), token);
  }

  @Test
  void it_makes_an_administrators_token_that_only_its_owner_reads_and_keeps_it()
      throws IOException {
    String first;
    try (var server = Server.start(settings())) {
      first = token();
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.resolve("admin-token"))))
          .isEqualTo("rw-------");
      var me = as(server, first).get(ME).ok();
      assertThat(me.path("tenant").asString()).isEqualTo("default");
      assertThat(me.path("roles").toString()).isEqualTo("[\"admin\"]");
    }
    try (var server = Server.start(settings())) {
      assertThat(token()).isEqualTo(first);
      as(server, first).get(ME).ok();
    }
  }

  @Test
  void one_that_is_worth_nothing_is_replaced() throws IOException {
    String first;
    try (var server = Server.start(settings())) {
      first = token();
      var euid = CredentialText.parse(first).orElseThrow().euid();
      as(server, first)
          .post("/api/v1/tokens/" + euid + "/revoke", TenantApi.body("reason", "seen by others"))
          .ok();
    }
    try (var server = Server.start(settings())) {
      assertThat(token()).isNotEqualTo(first);
      as(server, token()).get(ME).ok();
      assertThat(as(server, first).get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void it_listens_to_its_own_machine_only() {
    var old = settings();
    var settings = ServerSettingsBuilder.builder(old).host("0.0.0.0").packs(List.of()).build();
    assertThatThrownBy(() -> Server.start(settings))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining("loopback")
        .hasMessageContaining("TAPLINE_TOKENS");
  }

  @Test
  void the_login_link_logs_in_once_and_not_when_somebody_only_looks() {
    try (var server = Server.start(settings())) {
      var nobody = as(server, null);
      var link = link(server);
      assertThat(nobody.send("HEAD", link, null).status()).isEqualTo(200);
      var reply = nobody.get(link);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("Content-Type")).startsWith("text/html");
      assertThat(reply.text()).doesNotContain("<script").doesNotContain("style");
      var me = nobody.with("Cookie", SessionBrowser.cookie(reply)).get(ME).ok();
      assertThat(me.path("principal").asString()).isEqualTo("token:first-admin");
      assertThat(nobody.get(link).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void the_login_link_ends_soon() {
    try (var server = Server.start(settings())) {
      var link = link(server);
      server.bean(Ticker.class).advance(Duration.ofMinutes(15));
      assertThat(as(server, null).get(link).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  private String link(Server server) {
    return server
        .bean(LoginLinks.class)
        .issue(FirstToken.in(folder, server.engine(), FirstToken.TENANT, tenantId(server)));
  }

  private static long tenantId(Server server) {
    return new io.tapline.tapdb.Tenants(server.database().serving())
        .byKey(FirstToken.TENANT)
        .orElseThrow()
        .id();
  }

  @Test
  void the_screen_shows_the_link_and_where_the_token_is_but_not_the_token() throws IOException {
    var environment = new HashMap<>(ChildServer.login(scratch));
    environment.put("TAPLINE_TOKENS", "");
    environment.put("TAPLINE_SEAL_KEY", "0123456789abcdef0123456789abcdef");
    var screen = new StringBuilder();
    try (var child =
        ChildServer.launch(
            environment, "--port", "0", "--data", folder.toString(), "--accept-weak-durability")) {
      for (var line = child.line(); line != null; line = child.line()) {
        screen.append(line).append('\n');
        if (line.contains("Ctrl-C")) {
          break;
        }
      }
      var match = Pattern.compile("(http://\\S+)(/login\\?code=\\S+)").matcher(screen);
      assertThat(match.find()).as(screen.toString()).isTrue();
      assertThat(screen.toString())
          .contains(folder.resolve("admin-token").toString())
          .doesNotContain(token());
      var reply = new HttpApi(URI.create(match.group(1)), null).get(match.group(2));
      assertThat(reply.status()).isEqualTo(200);
      firstWork(new HttpApi(URI.create(match.group(1)), token()));
      child.terminate();
      for (var line = child.line(); line != null; line = child.line()) {
        screen.append(line).append('\n');
      }
      assertThat(screen)
          .as("the state of the server and one line for each action")
          .containsPattern("INFO +server: starting tapline/\\S+ on Java 1?\\d")
          .contains("packs: none", "INFO  server: database: jdbc:postgresql:")
          .containsPattern("INFO +server: schema: at version \\d+, nothing to migrate")
          .contains("INFO  server: ready at " + match.group(1))
          .contains("INFO  server: stopping", "INFO  server: stopped")
          .contains("create_queue")
          .doesNotContain("WARN");
    }
  }

  /** Nobody's queues are there before; then one is made, and a worker says that it lives. */
  private static void firstWork(HttpApi admin) {
    assertThat(admin.get("queues").ok().path("items")).as("a lab that nobody asked for").isEmpty();
    assertThat(admin.post("actions/create-extraction", TenantApi.body()).status()).isEqualTo(404);
    var templates = new String[] {"data/execution/task/1.0"};
    admin
        .post(
            "actions/create-queue",
            TenantApi.body("queue_key", "first", "subject_template_codes", templates))
        .ok();
    var worker = TenantApi.body("worker_key", "w-1", "worker_type", "SERVICE");
    var euid = admin.post("actions/register-worker", worker).ok().path("worker_euid").asString();
    admin.post("actions/heartbeat-worker", TenantApi.body("worker_euid", euid)).ok();
  }
}
