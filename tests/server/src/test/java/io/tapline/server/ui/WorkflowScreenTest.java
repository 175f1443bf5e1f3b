package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

/** A workflow on the screen: its graph lives, and an operator ends the whole of it. */
@ExtendWith(ScreenExtension.class)
class WorkflowScreenTest {

  private static BrowserScreen screen;
  private static TenantApi lab;
  private static GoodJobs jobs;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
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

  /** Marked first, then cut and measured side by side, then sent; of a sort of its own. */
  private static JsonNode run(String sort, String kind) {
    var body =
        GoodJobs.workflow(
            List.of(
                GoodJobs.step("mark", kind, List.of()),
                GoodJobs.step("cut", kind, List.of("mark")),
                GoodJobs.step("measure", kind, List.of("mark")),
                GoodJobs.step("send", kind, List.of("cut", "measure"))));
    body.put("workflow_kind", sort);
    return lab.operator.post(GoodJobs.WORKFLOWS, body).ok().path("workflow");
  }

  private static void succeed(JsonNode job) {
    lab.service.post(GoodJobs.JOBS + "succeed", GoodJobs.on(job)).ok();
  }

  /** Dependent jobs become claimable shortly after their dependencies have ended. */
  private static JsonNode next(String kind) {
    var claimed = new ArrayList<JsonNode>();
    Await.until(
        "work of kind " + kind,
        () -> {
          lab.service
              .post(GoodJobs.JOBS + "claim", GoodJobs.claiming(kind))
              .ok()
              .path("jobs")
              .forEach(claimed::add);
          return !claimed.isEmpty();
        });
    return claimed.get(0);
  }

  private static List<String> found(String css, String attribute) {
    var all =
        (List<?>)
            screen
                .driver()
                .executeScript(
                    "return [...document.querySelectorAll(arguments[0])].map((one) =>"
                        + " one.getAttribute(arguments[1]) ?? one[arguments[1]])",
                    css,
                    attribute);
    return all.stream().map(String::valueOf).toList();
  }

  private static double scale() {
    return Double.parseDouble(found(".graph.zoomed", "data-scale").get(0));
  }

  @Test
  void the_list_says_what_each_is_and_how_far() {
    var kind = jobs.kind();
    var sort = TenantApi.unique("nightly");
    var id = run(sort, kind).path("workflow_id").asString();
    succeed(jobs.claim(kind));
    screen.signIn("acme-operator", "/workflows");
    screen.until(
        () ->
            String.valueOf(screen.one("[data-workflow=\"" + id + "\"] .progress"))
                .contains("1 / 4, 3 waiting"));
    var row = screen.one("[data-workflow=\"" + id + "\"]");
    assertThat(row).contains(sort, "Active", "so far", "MOT:template_1");
  }

  @Test
  void the_graph_shows_how_long_each_took_and_what_the_whole_waited_for() {
    var kind = jobs.kind();
    var made = run(TenantApi.unique("pathed"), kind);
    succeed(jobs.claim(kind));
    var one = next(kind);
    var other = next(kind);
    var cutFirst = one.path("name").asString().equals("cut");
    succeed(cutFirst ? one : other);
    succeed(cutFirst ? other : one);
    succeed(next(kind));

    screen.signIn("acme-operator", "/workflows/" + made.path("workflow_id").asString());
    screen.until(() -> found(".graph .job.critical", "aria-label").size() == 3);
    assertThat(found(".graph .job.critical", "aria-label"))
        .allMatch(said -> said.contains("ran ") && said.contains("critical path"))
        .noneMatch(said -> said.contains(" cut:"));
    assertThat(found(".graph .edge.critical", "d")).hasSize(2);
    assertThat(screen.one(".path-note")).contains("over 3 jobs");
    assertThat(found(".graph .job .took", "textContent")).hasSize(4).allMatch(t -> t.endsWith("s"));
  }

  @Test
  void three_hundred_jobs_can_be_read_by_steps_and_fitted_enlarged_and_moved_one_by_one() {
    var kind = jobs.kind();
    var steps = new ArrayList<Map<String, Object>>();
    steps.add(GoodJobs.step("split", kind, List.of()));
    var samples = IntStream.range(0, 99).mapToObj("%03d"::formatted).toList();
    samples.forEach(
        one -> {
          steps.add(GoodJobs.step("align-" + one, kind, List.of("split")));
          steps.add(GoodJobs.step("call-" + one, kind, List.of("align-" + one)));
          steps.add(GoodJobs.step("check-" + one, kind, List.of("call-" + one)));
        });
    var checked = samples.stream().map(one -> "check-" + one).toList();
    steps.add(GoodJobs.step("merge", kind, checked));
    steps.add(GoodJobs.step("publish", kind, List.of("merge")));
    var id =
        lab.operator
            .post(GoodJobs.WORKFLOWS, GoodJobs.workflow(steps))
            .ok()
            .at("/workflow/workflow_id")
            .asString();
    screen.signIn("acme-operator", "/workflows/" + id);
    screen.until(() -> found(".graph .job", "class").size() == 6);
    assertThat(found(".graph .step", "aria-label")).hasSize(3);
    assertThat(found(".graph .step", "textContent").get(0)).contains("align-…", "× 99");
    assertThat(scale()).isGreaterThan(0.6);
    assertThat(found(".jobs-wrap [data-row]", "class")).hasSize(300);
    screen.clickOn(".graph .step .id");
    screen.until(() -> found(".jobs-wrap [data-row]", "class").size() == 99);
    screen.sees("99 of 300");

    screen.click("Jobs");
    screen.until(() -> found(".graph .job", "class").size() == 300);
    double fitted = scale();
    assertThat(fitted).isLessThan(0.5);
    assertThat(screen.path()).contains("graph=jobs", "step=1");
    assertThat(
            (Boolean)
                screen
                    .driver()
                    .executeScript(
                        "const g = document.querySelector('.graph'); return g.scrollHeight <="
                            + " g.clientHeight + 1 && g.scrollWidth <= g.clientWidth + 1"))
        .isTrue();
    screen.clickOn("[aria-label='Zoom in']");
    screen.until(() -> scale() > fitted * 1.2);
    screen.clickOn("[data-scale]");
    screen.until(() -> scale() == 1.0);
    screen.click("Fit");
    screen.until(() -> scale() == fitted);
  }

  @Test
  void runs_of_one_kind_stand_beside_each_other_step_by_step() {
    var kind = jobs.kind();
    var sort = TenantApi.unique("repeated");
    var first = run(sort, kind).path("workflow_id").asString();
    succeed(jobs.claim(kind));
    lab.service
        .post(
            GoodJobs.JOBS + "fail-permanent",
            GoodJobs.on(next(kind), "error_message", "the blade is blunt"))
        .ok();
    var second = run(sort, jobs.kind()).path("workflow_id").asString();

    screen.signIn("acme-operator", "/workflows/" + first);
    screen.click("All runs of " + sort);
    screen.until(() -> found("[data-run]", "data-run").equals(List.of(second, first)));
    assertThat(found("table.runs tbody th", "textContent").stream().map(String::strip))
        .containsExactly("mark", "cut", "measure", "send");
    assertThat(found("table.runs tbody tr:first-child [data-cell]", "data-cell"))
        .containsExactly("queued", "succeeded");
    assertThat(found("table.runs tbody [data-cell=dead_letter]", "title"))
        .singleElement()
        .asString()
        .contains("the blade is blunt");
    assertThat(found("[data-workflow]", "data-workflow")).containsExactly(second, first);
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

    screen.click("Cancel workflow…");
    screen.fill("Reason", "the sample is contaminated");
    screen.click("Cancel workflow");
    screen.until(
        () ->
            statuses().stream().filter("cancelled"::equals).count() == 3
                && !screen.offers("Cancel workflow…"));
    assertThat(lab.operator.get(GoodJobs.WORKFLOWS + "/" + id).ok().path("status").asString())
        .isEqualTo("cancelled");
  }

  @Test
  void who_may_only_look_is_offered_nothing_else() {
    var id = workflow(jobs.kind()).path("workflow_id").asString();
    screen.signIn("acme-service", "/workflows/" + id);
    screen.until(() -> statuses().size() == 4);
    assertThat(screen.offers("Cancel workflow…")).isFalse();
  }
}
