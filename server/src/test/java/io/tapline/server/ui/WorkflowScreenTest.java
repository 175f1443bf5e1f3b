package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.Lab;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

/** A workflow on the screen: its graph lives, and an operator ends the whole of it. */
@ExtendWith(Bench.class)
class WorkflowScreenTest {

  private static Screen screen;
  private static Lab lab;
  private static GoodJobs jobs;

  @BeforeAll
  static void sit(Bench.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
    jobs = new GoodJobs(lab);
  }

  private static JsonNode workflow(String kind) {
    var steps =
        List.of(
            GoodJobs.step("mark", kind, List.of()),
            GoodJobs.step("cut", kind, List.of("mark")),
            GoodJobs.step("measure", kind, List.of("mark")),
            GoodJobs.step("send", kind, List.of("cut", "measure")));
    return lab.operator.post(GoodJobs.WORKFLOWS, GoodJobs.workflow(steps)).ok().path("workflow");
  }

  private static List<String> statuses() {
    return screen.driver().findElements(By.cssSelector(".graph .job")).stream()
        .map(job -> job.getAttribute("data-status"))
        .toList();
  }

  @Test
  void the_graph_of_a_workflow_lives_and_the_whole_is_cancelled_after_a_question() {
    var kind = jobs.kind();
    var workflow = workflow(kind);
    var id = workflow.path("workflow_id").asString();
    screen.signIn("acme-operator", "/workflows");
    screen.click(id);
    screen.until(() -> statuses().size() == 4);
    assertThat(statuses()).containsOnly("queued");
    assertThat(screen.driver().findElements(By.cssSelector(".graph .edge"))).hasSize(4);

    lab.service.post(GoodJobs.JOBS + "succeed", GoodJobs.on(jobs.claim(kind))).ok();
    screen.until(() -> statuses().contains("succeeded"));

    screen.click("Cancel all…");
    screen.fill("Reason", "the sample is contaminated");
    screen.click("Cancel all");
    screen.until(
        () ->
            statuses().stream().filter("cancelled"::equals).count() == 3
                && !screen.offers("Cancel all…"));
    assertThat(lab.operator.get(GoodJobs.WORKFLOWS + "/" + id).ok().path("status").asString())
        .isEqualTo("cancelled");
  }

  @Test
  void who_may_only_look_is_offered_nothing_else() {
    var id = workflow(jobs.kind()).path("workflow_id").asString();
    screen.signIn("acme-service", "/workflows/" + id);
    screen.until(() -> statuses().size() == 4);
    assertThat(screen.offers("Cancel all…")).isFalse();
  }
}
