package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.SharedServer;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Profiles, colour, JSON, events as they happen, the doctor: what goes across commands. */
@ExtendWith(SharedServer.class)
class PromptTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final TenantApi LAB = new TenantApi(TAPLINE, "acme");

  @TempDir Path folder;

  private CommandPrompt as(String token) {
    return CommandPrompt.at(TAPLINE.address(), token, folder);
  }

  private CommandPrompt bare() {
    return as("unused").without("TAPLINE_URL").without("TAPLINE_TOKEN");
  }

  private Path profiles(String text) throws IOException {
    var file = folder.resolve(".config/tapline/config.yaml");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text.formatted(TAPLINE.address()));
  }

  @Test
  void a_profile_says_where_and_as_whom() throws IOException {
    profiles(
        """
        default: lab
        profiles:
          lab: {url: '%1$s', token: acme-operator}
          other: {url: '%1$s', token: other-admin}
        """);
    var queue = LAB.queue();
    bare().run("queue", "show", queue).ok();
    bare().run("queue", "show", queue, "--profile", "other").failed(ExitCode.NOT_FOUND);
    bare().with("TAPLINE_PROFILE", "other").run("queue", "show", queue).failed(ExitCode.NOT_FOUND);
    // The nearest option takes precedence.
    bare().run("queue", "show", queue, "--profile", "other", "--token", "acme-admin").ok();
    as("acme-admin").run("queue", "show", queue, "--profile", "other").failed(ExitCode.NOT_FOUND);
    as("wrong").run("queues").failed(ExitCode.UNAUTHENTICATED);
    assertThat(bare().run("queues", "--profile", "gone").failed(ExitCode.USAGE).err())
        .contains("lab, other");
  }

  @Test
  void a_profile_that_is_wrong_is_said_to_be() throws IOException {
    profiles("default: lab\nprofiles:\n  lab: {url: '%s', tokn: x}\n");
    assertThat(bare().run("queues").failed(ExitCode.USAGE).err()).contains("tokn");
    assertThat(
            bare()
                .with("TAPLINE_CONFIG", "none.yaml")
                .run("queues", "--profile", "x")
                .failed(ExitCode.USAGE)
                .err())
        .contains("none.yaml");
  }

  @Test
  void colour_is_for_terminals_and_not_for_those_who_said_no() {
    LAB.queue();
    var escape = "\u001b[";
    assertThat(as("acme-admin").onTerminal().run("queues").ok().out()).contains(escape);
    assertThat(as("acme-admin").run("queues").ok().out()).doesNotContain(escape);
    assertThat(as("acme-admin").onTerminal().with("NO_COLOR", "1").run("queues").ok().out())
        .doesNotContain(escape);
    assertThat(as("acme-admin").onTerminal().run("queues", "--json").ok().out())
        .doesNotContain(escape);
  }

  @Test
  void names_from_elsewhere_cannot_move_the_cursor() {
    var queue = LAB.queue();
    as("acme-admin").run("enqueue", "--queue", queue, "--name", "a\u001b[2Jb\u202e").ok();
    var out = as("acme-admin").run("items", queue).ok().out();
    assertThat(out).contains("a\ufffd[2Jb").doesNotContain("\u001b").doesNotContain("\u202e");
  }

  @Test
  void lists_go_over_pages_and_say_when_there_is_more() {
    var queue = LAB.queue();
    for (int i = 0; i < 3; i++) {
      LAB.enqueue(queue);
    }
    var two = as("acme-admin").run("items", queue, "--limit", "2").ok();
    assertThat(two.out().lines()).hasSize(3);
    assertThat(two.err()).contains("--limit");
    var all = as("acme-admin").run("items", queue, "--json").json();
    assertThat(all.path("items")).hasSize(3);
    assertThat(all.path("next_cursor").isNull()).isTrue();
  }

  @Test
  void events_are_shown_as_they_happen() {
    var queue = LAB.queue();
    var subject = LAB.enqueue(queue);
    var following =
        BackgroundTask.get(
            () ->
                as("acme-admin")
                    .run("events", "--subject", subject, "--follow", "--limit", "2", "--json"));
    as("acme-admin").run("cancel", subject, "--reason", "withdrawn").ok();
    assertThat(following.join().ok().out().lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("job_enqueued");
  }

  @Test
  void history_and_why_tell_who_did_what_and_what_is_in_the_way() {
    var subject = LAB.enqueue(LAB.queue());
    as("acme-operator").run("hold", subject, "--code", "QC", "--reason", "smudged label").ok();
    assertThat(as("acme-operator").run("why", subject).ok().out())
        .contains("cannot be claimed")
        .contains("active_hold");
    assertThat(as("acme-operator").run("history", subject).ok().out())
        .contains("place_execution_hold")
        .contains("READY > HELD")
        .contains("smudged label");
    assertThat(as("acme-operator").run("lineage", subject).ok().out()).contains(subject);
  }

  @Test
  void a_subject_shows_where_its_time_went_and_what_came_of_its_last_attempt() {
    var queue = LAB.queue();
    var subject = LAB.enqueue(queue);
    var worker = LAB.worker();
    var claim = LAB.claimOne(worker, queue);
    LAB.service
        .post(
            "actions/fail",
            TenantApi.on(
                worker,
                claim,
                "error_class",
                "TRANSIENT_SYSTEM",
                "error_message",
                "the arm is stuck",
                "result_payload",
                Map.of("steps", 3, "_stderr", "arm: no\u001b[31m answer")))
        .ok();
    as("acme-operator").run("hold", subject, "--code", "QC", "--reason", "look").ok();
    var out = as("acme-operator").run("subject", subject).ok().out();
    assertThat(out)
        .contains("attempt 1", "(" + worker + ")", "FAILED_RETRYABLE", "hold QC", "unfinished")
        .contains("{\"steps\":3}", "TRANSIENT_SYSTEM  the arm is stuck", "arm: no", "=", "h")
        .doesNotContain("\u001b");
  }

  private static Set<String> names(tools.jackson.databind.JsonNode report, String status) {
    return report
        .path("checks")
        .valueStream()
        .filter(check -> check.path("status").asString().equals(status))
        .map(check -> check.path("name").asString())
        .collect(Collectors.toSet());
  }

  @Test
  void the_doctor_looks_at_everything() throws IOException {
    LAB.queue();
    var report = as("acme-admin").run("doctor", "--json").json();
    assertThat(report.path("healthy").asBoolean()).isTrue();
    assertThat(names(report, "OK"))
        .contains("java", "server", "token", "database", "role", "migrations", "plans");
    assertThat(names(as("acme-service").run("doctor", "--json").json(), "WARN"))
        .containsExactly("database");
    Files.setPosixFilePermissions(
        profiles("profiles: {}\n"), PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(as("acme-admin").run("doctor").ok().out()).contains("chmod 600");
  }

  @Test
  void what_the_doctor_finds_wrong_is_10() {
    var stranger = as("wrong").run("doctor");
    assertThat(stranger.code()).isEqualTo(ExitCode.UNHEALTHY.code());
    assertThat(stranger.out()).contains("token").contains("FAIL");
    var nobody = as("acme-admin").run("doctor", "--url", "http://127.0.0.1:9");
    assertThat(nobody.code()).isEqualTo(ExitCode.UNHEALTHY.code());
    assertThat(nobody.out()).contains("server").contains("does not answer");
  }

  @Test
  void completion_knows_every_command() {
    assertThat(as("acme-admin").run("completion").ok().out())
        .contains("release-hold")
        .contains("--capability")
        .contains("complete ");
  }

  @Test
  void options_may_stand_before_the_command() {
    var queue = LAB.queue();
    var url = TAPLINE.address().toString();
    var there = new String[] {"--url", url, "--token", "acme-admin"};
    for (var rest :
        new String[][] {
          {"--json", "queue", "show", queue},
          {"queue", "--json", "show", queue},
          {"queue", "show", "--json", queue}
        }) {
      var words = Stream.concat(Arrays.stream(there), Arrays.stream(rest)).toArray(String[]::new);
      assertThat(bare().run(words).json().path("queue_key").asString()).isEqualTo(queue);
    }
    // The nearest counts.
    bare()
        .run("--url=http://127.0.0.1:9", "--token=wrong", "queue", "show", queue, "--url", url)
        .failed(ExitCode.UNAUTHENTICATED);
    bare().run("--timeout", "0", "--url", url, "queues").failed(ExitCode.USAGE);
    for (var alone : List.of("completion", "help", "serve")) {
      assertThat(bare().run("--json", "--url", url, alone).failed(ExitCode.USAGE).err())
          .contains("--json")
          .contains("--url");
    }
  }

  @Test
  void it_says_which_version_it_is() {
    for (var option : List.of("--version", "-V")) {
      assertThat(bare().run(option).ok().out()).matches("tapline \\S+\n");
    }
  }
}
