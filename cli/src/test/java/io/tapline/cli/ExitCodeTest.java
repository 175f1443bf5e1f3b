package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.SharedServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Every exit code, and the sentence that goes with it. */
@ExtendWith(SharedServer.class)
class ExitCodeTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final TenantApi LAB = new TenantApi(TAPLINE, "acme");

  @TempDir static Path folder;

  private static CommandPrompt as(String token) {
    return CommandPrompt.at(TAPLINE.address(), token, folder);
  }

  private static CommandPrompt admin() {
    return as("acme-admin");
  }

  @Test
  void what_went_well_is_0() {
    LAB.queue();
    var commandResult = admin().run("queues").ok();
    assertThat(commandResult.out()).startsWith("QUEUE").doesNotContain("\u001b");
    assertThat(commandResult.err()).isEmpty();
  }

  @Test
  void help_is_there_however_one_asks_for_it() {
    var list = admin().run("--help").ok().out();
    assertThat(list).contains("enqueue").contains("doctor");
    assertThat(admin().run("help").ok().out()).isEqualTo(list);
    assertThat(admin().run("help", "queue", "create").ok().out())
        .isEqualTo(admin().run("queue", "create", "--help").ok().out());
  }

  @Test
  void a_server_that_cannot_start_is_1() {
    var commandResult = admin().run("serve", "--port", "70000").failed(ExitCode.FAILED);
    assertThat(commandResult.err()).contains("70000").contains("65535");
  }

  @Test
  void an_unknown_command_option_or_number_is_2() {
    assertThat(admin().run("qeues").failed(ExitCode.USAGE).err()).contains("queues");
    assertThat(admin().run("queues", "--limt", "3").failed(ExitCode.USAGE).err())
        .contains("--limt");
    assertThat(admin().run("queues", "--limit", "few").failed(ExitCode.USAGE).err())
        .contains("few");
    assertThat(admin().run("queues", "--limit", "0").failed(ExitCode.USAGE).err())
        .contains("--limit");
    assertThat(admin().run("items").failed(ExitCode.USAGE).err()).contains("QUEUE");
    assertThat(admin().run("queue").failed(ExitCode.USAGE).err()).contains("create");
    assertThat(admin().run("help", "qeues").failed(ExitCode.USAGE).err()).contains("'qeues'");
  }

  @Test
  void bad_json_and_bad_yaml_are_2_and_say_where() throws IOException {
    var queue = LAB.queue();
    assertThat(
            admin()
                .run("enqueue", "--queue", queue, "--properties", "{\"a\": }")
                .failed(ExitCode.USAGE)
                .err())
        .contains("--properties is not JSON");
    Files.writeString(folder.resolve("bad.jsonl"), "{\"subject_name\": \"one\"}\n{\"half\": \n");
    assertThat(
            admin()
                .run("enqueue", "--queue", queue, "--file", "bad.jsonl")
                .failed(ExitCode.USAGE)
                .err())
        .contains("Line 2 of bad.jsonl");
    assertThat(LAB.operator.get("queues/" + queue + "/items").ok().path("items")).isEmpty();
    Files.writeString(folder.resolve("bad.yaml"), "queue_key: [unclosed\n");
    assertThat(admin().run("queue", "create", "bad.yaml").failed(ExitCode.USAGE).err())
        .contains("bad.yaml is not YAML");
    assertThat(admin().run("queue", "create", "gone.yaml").failed(ExitCode.USAGE).err())
        .contains("gone.yaml");
  }

  @Test
  void nobody_at_the_url_is_3() throws IOException {
    var nobody = "http://127.0.0.1:" + closedPort();
    assertThat(admin().run("queues", "--url", nobody).failed(ExitCode.UNREACHABLE).err())
        .contains(nobody)
        .contains("TAPLINE_URL");
    assertThat(admin().run("queues", "--url", "localhost:8080").failed(ExitCode.USAGE).err())
        .contains("is not the URL of a server");
  }

  @Test
  void a_url_that_is_another_services_is_3() throws IOException {
    var other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    other.start();
    try {
      var url = URI.create("http://127.0.0.1:" + other.getAddress().getPort());
      assertThat(admin().run("queues", "--url", url.toString()).failed(ExitCode.UNREACHABLE).err())
          .contains("Tapline server");
    } finally {
      other.stop(0);
    }
  }

  @Test
  void a_wrong_token_or_none_is_4() {
    assertThat(as("wrong").run("queues").failed(ExitCode.UNAUTHENTICATED).err())
        .contains("TAPLINE_TOKEN");
    assertThat(
            admin().without("TAPLINE_TOKEN").run("queues").failed(ExitCode.UNAUTHENTICATED).err())
        .contains("--token");
  }

  @Test
  void a_role_that_may_not_is_5() {
    var worker = LAB.worker();
    var commandResult = as("acme-operator").run("drain", worker, "--reason", "tonight");
    assertThat(commandResult.failed(ExitCode.FORBIDDEN).err()).contains("FORBIDDEN");
  }

  @Test
  void an_unknown_queue_or_subject_is_6() {
    assertThat(admin().run("items", "no-such-queue").failed(ExitCode.NOT_FOUND).err())
        .contains("no-such-queue");
    admin().run("subject", "Z-TK-1A").failed(ExitCode.NOT_FOUND);
    admin().run("enqueue", "--queue", "no-such-queue").failed(ExitCode.NOT_FOUND);
  }

  @Test
  void what_is_refused_as_things_stand_is_7() {
    var subject = LAB.enqueue(LAB.queue());
    admin().run("cancel", subject, "--reason", "withdrawn").ok();
    assertThat(admin().run("cancel", subject, "--reason", "again").failed(ExitCode.CONFLICT).err())
        .contains("SUBJECT_TERMINAL");
  }

  @Test
  void a_value_that_the_server_does_not_accept_is_8_and_named() {
    var queue = LAB.queue();
    assertThat(
            admin()
                .run("enqueue", "--queue", queue, "--priority", "-2000000")
                .failed(ExitCode.INVALID)
                .err())
        .contains("priority");
    assertThat(admin().run("workers", "--status", "ASLEEP").failed(ExitCode.INVALID).err())
        .contains("status");
  }

  @Test
  void some_done_and_some_refused_is_9() {
    var queue = LAB.queue();
    var lines =
        "{\"queue_key\": \""
            + queue
            + "\"}\n\n{\"queue_key\": \""
            + queue
            + "\", \"priority\": -2000000}";
    var commandResult = admin().typing(lines).run("enqueue", "--file", "-");
    assertThat(commandResult.code()).isEqualTo(ExitCode.PARTLY.code());
    assertThat(commandResult.out()).contains("1 done").contains("1 refused");
    assertThat(commandResult.err()).contains("line 3").contains("priority");
  }

  @Test
  void every_code_is_documented() throws IOException {
    var guide = Files.readString(Path.of("..", "docs", "guide", "cli.md"));
    for (var exit : ExitCode.values()) {
      assertThat(guide).contains("| " + exit.code() + " | " + exit.meaning() + " |");
    }
  }

  private static int closedPort() throws IOException {
    try (var socket = new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
