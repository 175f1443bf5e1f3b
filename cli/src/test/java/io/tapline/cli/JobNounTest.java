package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.CommandResult;
import io.tapline.cli.testing.SharedServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Commands print the noun that a pack defines for the template of a job. */
@ExtendWith(SharedServer.class)
class JobNounTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final TenantApi LAB = new TenantApi(TAPLINE, "acme");
  private static final String SPECIMEN = "content/material/specimen/1.0";

  @TempDir Path folder;

  private CommandResult admin(String... words) {
    return CommandPrompt.at(TAPLINE.address(), "acme-admin", folder).run(words);
  }

  private String queue(String... templates) {
    var key = TenantApi.unique("bench");
    LAB.admin
        .post(
            "actions/create-queue",
            TenantApi.body("queue_key", key, "subject_template_codes", List.of(templates)))
        .ok();
    return key;
  }

  private String enqueued(String queue, String template) {
    return admin("enqueue", "--queue", queue, "--template", template, "--json")
        .json()
        .path("subject_euid")
        .asString();
  }

  @Test
  void specimens_are_called_specimens() {
    var queue = queue(SPECIMEN);
    assertThat(admin("items", queue).ok().err())
        .contains("No specimen can be claimed from " + queue);
    var specimen = enqueued(queue, SPECIMEN);
    assertThat(admin("items", queue).ok().out()).startsWith("SPECIMEN").contains(specimen);
    assertThat(admin("show", specimen).ok().out())
        .contains("specimen", "The specimen can be claimed from " + queue + " now.")
        .doesNotContain("job ");
    assertThat(admin("why", specimen).ok().out()).contains("The specimen can be claimed");
    assertThat(admin("cancel", "--queue", queue, "--yes", "--reason", "withdrawn").ok().err())
        .contains("SPECIMEN", "The command will cancel 1 specimen.");
  }

  @Test
  void jobs_of_several_nouns_and_without_one_are_called_jobs() {
    var queue = queue(SPECIMEN, "data/execution/task/1.0");
    enqueued(queue, SPECIMEN);
    assertThat(admin("items", queue).ok().out()).startsWith("SPECIMEN");
    var plain = enqueued(queue, "data/execution/task/1.0");
    assertThat(admin("items", queue).ok().out()).startsWith("JOB");
    assertThat(admin("why", plain).ok().out()).contains("The job can be claimed");
  }
}
