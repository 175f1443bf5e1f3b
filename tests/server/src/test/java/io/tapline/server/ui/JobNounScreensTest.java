package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Screens show the noun that a pack defines for the template of a job. */
@ExtendWith(ScreenExtension.class)
class JobNounScreensTest {

  private static final String SPECIMEN = "content/material/specimen/1.0";

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  private static String queue(String... templates) {
    var key = TenantApi.unique("bench");
    lab.admin
        .post(
            "actions/create-queue",
            TenantApi.body("queue_key", key, "subject_template_codes", List.of(templates)))
        .ok();
    return key;
  }

  private static String enqueue(String queue, String template, String name) {
    return lab.operator
        .post(
            "actions/enqueue",
            TenantApi.body("queue_key", queue, "template_code", template, "subject_name", name))
        .ok()
        .path("subject_euid")
        .asString();
  }

  @Test
  void a_queue_of_specimens_a_specimen_and_its_search_result_are_called_by_their_noun() {
    var queue = queue(SPECIMEN);
    screen.signIn("acme-operator", "/queues/" + queue);
    screen.sees("No specimens are waiting in this queue.");
    assertThat(lab.operator.get("queues/" + queue).ok().at("/noun/many").asString())
        .isEqualTo("specimens");

    var name = TenantApi.unique("blood");
    var specimen = enqueue(queue, SPECIMEN, name);
    screen.sees(name);
    assertThat(screen.one("table thead")).contains("Specimen").doesNotContain("Job");
    assertThat(lab.operator.get("subjects/" + specimen).ok().at("/noun/one").asString())
        .isEqualTo("specimen");

    screen.open("/subjects/" + specimen);
    screen.sees("can claim the specimen now");
    assertThat(screen.one(".page-head")).contains("Specimen in " + queue);
    screen.click("Hold");
    screen.sees("No worker can claim the specimen until all its holds are released.");

    screen.open("/search?queue_key=" + queue);
    screen.sees(specimen);
    assertThat(screen.one("table")).contains("Specimen", "specimen").doesNotContain("Job");
  }

  @Test
  void a_queue_of_jobs_is_called_by_jobs() {
    var queue = lab.queue();
    screen.signIn("acme-operator", "/queues/" + queue);
    screen.sees("No jobs are waiting in this queue.");
    assertThat(lab.operator.get("queues/" + queue).ok().has("noun")).isFalse();
    var job = lab.enqueue(queue);
    screen.sees(job);
    assertThat(screen.one("table thead")).contains("Job");
    assertThat(lab.operator.get("subjects/" + job).ok().has("noun")).isFalse();
  }
}
