package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.SharedServer;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Jobs, kinds, workflows and the switch at the prompt; the examples show how each is called. */
@ExtendWith(SharedServer.class)
class JobCommandsTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final TenantApi LAB = new TenantApi(TAPLINE, "acme");

  @TempDir static Path folder;

  private static CommandPrompt as(String token) {
    return CommandPrompt.at(TAPLINE.address(), token, folder);
  }

  @Test
  void a_job_is_made_once_listed_and_found_by_its_key() {
    var kind = TenantApi.unique("cut");
    as("acme-admin").run("kinds", "create", kind, "--executor", "DOT", "--retry-delay", "0.5").ok();
    var operator = as("acme-operator");
    String[] enqueue = {
      "jobs",
      "enqueue",
      "--kind",
      kind,
      "--domain",
      "staging",
      "--executor",
      "DOT",
      "--key",
      "doc-7",
    };
    var made = operator.run(enqueue).ok().out();
    assertThat(operator.run(enqueue).ok().err()).contains("with the same key");
    assertThat(operator.run("jobs", "list", "--kind", kind).ok().out())
        .startsWith("JOB")
        .contains("queued", "doc-7");
    assertThat(operator.run("jobs", "list", "--kind", kind, "--status", "succeeded").ok().err())
        .contains("No job matches");
    var shown = operator.run("jobs", "show", "--kind", kind, "--idempotency-key", "doc-7").ok();
    assertThat(shown.out()).isEqualTo(made).contains("domain", "staging");
    assertThat(operator.run("kinds", "list").ok().out()).contains(kind);
    operator.run("jobs", "show").failed(ExitCode.USAGE);
    operator
        .run("jobs", "show", "--kind", kind, "--idempotency-key", "doc-8")
        .failed(ExitCode.NOT_FOUND);
    assertThat(operator.run("jobs", "list", "--status", "asleep").failed(ExitCode.INVALID).err())
        .contains("status");
  }

  @Test
  void a_retired_job_is_shown_with_its_queue_its_end_and_the_time_of_its_retirement() {
    var queue = TenantApi.unique("brief");
    var job = LAB.retired(queue);
    var operator = as("acme-operator");
    assertThat(operator.run("subject", job).ok().out())
        .contains(job, "COMPLETED", "retired", "finished", "cleaned by", "system:tapline", queue)
        .doesNotContain("Properties", "plate 7");
    assertThat(operator.run("jobs", "show", job).ok().out()).contains("cleaned", "retired at");
    assertThat(operator.run("history", job).ok().out()).doesNotContain("clean_subject");
    assertThat(operator.run("requeue", job, "--reason", "again").failed(ExitCode.CONFLICT).err())
        .contains("was retired at");
  }

  @Test
  void the_switch_is_read_by_all_turned_by_administrators_and_told_by_the_doctor() {
    var admin = as("acme-admin");
    var service = as("acme-service");
    assertThat(service.run("jobs", "switch").ok().out()).contains("accepted");
    service.run("jobs", "switch", "off", "--reason", "may I").failed(ExitCode.FORBIDDEN);
    assertThat(admin.run("jobs", "switch", "off").failed(ExitCode.USAGE).err())
        .contains("--reason");
    assertThat(admin.run("jobs", "switch", "maybe", "--reason", "x").failed(ExitCode.USAGE).err())
        .contains("maybe");
    assertThat(admin.run("jobs", "switch", "off", "--reason", "storage is full").ok().out())
        .contains("off", "refused", "storage is full");
    try {
      assertThat(service.run("jobs", "switch", "--json").ok().out()).contains("\"enabled\":false");
      assertThat(service.run("jobs", "health").ok().out()).contains("refused");
      for (var who : new CommandPrompt[] {admin, service}) {
        assertThat(who.run("doctor").out())
            .containsPattern("job_switch +WARN +new jobs are refused since .*storage is full");
      }
    } finally {
      admin.run("jobs", "switch", "on", "--reason", "storage was added").ok();
    }
    assertThat(service.run("doctor").out()).containsPattern("job_switch +OK");
  }

  @Test
  void a_workflow_is_shown_with_its_jobs_and_who_waits_for_whom() {
    var kind = new GoodJobs(LAB).kind();
    var made =
        LAB.admin
            .post(
                GoodJobs.WORKFLOWS,
                GoodJobs.workflow(
                    java.util.List.of(
                        GoodJobs.step("a", kind, java.util.List.of()),
                        GoodJobs.step("b", kind, java.util.List.of("a")))))
            .ok()
            .at("/workflow/workflow_id")
            .asString();
    var operator = as("acme-operator");
    assertThat(operator.run("workflows", "list").ok().out()).contains(made);
    assertThat(operator.run("workflows", "show", made).ok().out())
        .contains("active", "Dependencies", "on failure fail");
    assertThat(operator.run("jobs", "list", "--workflow", made).ok().out().lines()).hasSize(3);
    assertThat(operator.run("workflows", "cancel", made, "--reason", "no").ok().out())
        .contains("cancelled");
  }

  @Test
  void events_are_narrowed_by_correlation_and_time() {
    var kind = new GoodJobs(LAB).kind();
    var correlation = TenantApi.unique("order");
    new GoodJobs(LAB).enqueue(kind, "correlation_id", correlation);
    TAPLINE.awaitFeed("acme");
    var operator = as("acme-operator");
    assertThat(operator.run("events", "--correlation", correlation).ok().out().lines()).hasSize(2);
    assertThat(
            operator
                .run("events", "--correlation", correlation, "--to", "2020-01-01T00:00:00Z")
                .ok()
                .err())
        .contains("No event matches");
    operator.run("events", "--follow", "--correlation", correlation).failed(ExitCode.USAGE);
  }
}
