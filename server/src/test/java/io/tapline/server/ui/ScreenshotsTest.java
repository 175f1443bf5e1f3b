package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.Server;
import io.tapline.server.security.Changed;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.Lab;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.OutputType;
import tools.jackson.databind.JsonNode;

/**
 * Pictures of the main screens of a small lab at work. For the documents they are taken with {@code
 * -Dtapline.screenshots=docs/images}; without it they go where the build's other results are.
 */
@ExtendWith(Bench.class)
@Tag("soak")
class ScreenshotsTest {

  private static final String TASK = "data/execution/task/1.0";

  private static Server server;
  private static Screen screen;
  private static HttpApi admin;
  private static HttpApi operator;
  private static HttpApi service;
  private static Path folder;

  /** A server of its own, so that no other test's queues are in the picture. */
  @BeforeAll
  static void sit(Bench.Shared bench) throws IOException {
    var settings =
        new Changed(TestTapline.settings(bench.pictures))
            .tokens("ada=north_lab/admin;olga=north_lab/operator;robot=north_lab/worker_service");
    server = Server.start(settings.settings());
    screen = new Screen(bench.driver, server.address().toString());
    admin = new HttpApi(server.address(), "ada");
    operator = new HttpApi(server.address(), "olga");
    service = new HttpApi(server.address(), "robot");
    folder = Path.of(System.getProperty("tapline.screenshots", "target/screenshots"));
    Files.createDirectories(folder);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void the_main_screens_of_a_lab_at_work() throws IOException {
    for (var queue :
        List.of(
            new String[] {"accessioning", "Accessioning", ""},
            new String[] {"extraction", "DNA extraction", "extraction"},
            new String[] {"library_prep", "Library preparation", "libprep"},
            new String[] {"sequencing", "Sequencing run", "novaseq"},
            new String[] {"variant_calling", "Variant calling", "gpu"})) {
      queue(queue[0], queue[1], queue[2]);
    }
    var star = worker("star-1", "Hamilton STAR 1", "extraction");
    var gpu = worker("gpu-a", "GPU node A", "gpu");
    var desk = worker("desk", "Accessioning service", "");
    var specimens = enqueue("extraction", 14);
    enqueue("accessioning", 5);
    enqueue("sequencing", 6);
    enqueue("variant_calling", 11);
    work(desk, "accessioning", List.of("ok", "ok", "ok"));
    work(star, "extraction", List.of("next", "dead", "retry", "ok", "next", "keep", "keep"));
    work(gpu, "variant_calling", List.of("dead", "ok", "dead", "keep"));
    for (var subject : operator.get("subjects?queue_key=sequencing&limit=2").ok().get("items")) {
      operator
          .post(
              "actions/hold",
              Lab.body(
                  "subject_euid", subject.path("subject_euid").asString(),
                  "hold_code", "QC_REVIEW",
                  "reason", "concentration out of range; the director decides"))
          .ok();
    }

    screen.size(1360, 960);
    screen.signIn("ada", "/");
    screen.sees("DNA extraction");
    shoot("dashboard");
    dark(true);
    shoot("dashboard-dark");
    dark(false);
    screen.open("/queues/extraction");
    screen.sees("Not ready yet");
    shoot("queue");
    screen.open("/subjects/" + specimens.get(2));
    screen.sees("Timeline");
    shoot("subject");
    screen.open("/dead-letters");
    screen.sees("Triage");
    shoot("dead-letters");
    screen.open("/workers/" + star);
    screen.sees("Queues it can serve");
    shoot("worker");
    screen.size(390, 844);
    screen.open("/");
    screen.sees("DNA extraction");
    shoot("phone");
    screen.size(1440, 1000);
    screen.open("/ui/");
  }

  private static void dark(boolean dark) {
    screen
        .driver()
        .executeScript(
            dark
                ? "document.documentElement.dataset.theme = 'dark'"
                : "delete document.documentElement.dataset.theme");
  }

  private static void shoot(String name) throws IOException {
    screen.sees("Live");
    var picture = screen.driver().getScreenshotAs(OutputType.BYTES);
    assertThat(picture).hasSizeGreaterThan(10_000);
    Files.write(folder.resolve(name + ".png"), picture);
  }

  private static void queue(String key, String name, String capability) {
    admin
        .post(
            "actions/create-queue",
            Lab.body(
                "queue_key",
                key,
                "display_name",
                name,
                "subject_template_codes",
                List.of(TASK),
                "required_worker_capabilities",
                capability.isEmpty() ? List.of() : List.of(capability),
                "retry_policy",
                Map.of("initial_delay_seconds", 300)))
        .ok();
  }

  private static String worker(String key, String name, String capability) {
    return service
        .post(
            "actions/register-worker",
            Lab.body(
                "worker_key",
                key,
                "display_name",
                name,
                "worker_type",
                "SERVICE",
                "capabilities",
                capability.isEmpty() ? List.of() : List.of(capability),
                "max_concurrent_leases",
                16,
                "heartbeat_ttl_seconds",
                3600,
                "host",
                key + ".lab.example",
                "build_version",
                "2.4.1"))
        .ok()
        .path("worker_euid")
        .asString();
  }

  private static List<String> enqueue(String queue, int many) {
    var all = new ArrayList<String>();
    for (int i = 1; i <= many; i++) {
      var name = "SP-" + queue.substring(0, 3).toUpperCase(Locale.ROOT) + "-" + (1000 + i);
      all.add(
          operator
              .post(
                  "actions/enqueue",
                  Lab.body(
                      "queue_key",
                      queue,
                      "template_code",
                      TASK,
                      "subject_name",
                      name,
                      "priority",
                      i % 5 == 0 ? 10 : 0,
                      "correlation_id",
                      "order-" + (i / 4 + 1),
                      "scope",
                      Map.of("site", i % 2 == 0 ? "Boston" : "Basel"),
                      "properties",
                      Map.of("tube", "T-" + (4000 + i), "volume_ul", 50)))
              .ok()
              .path("subject_euid")
              .asString());
    }
    return all;
  }

  private static void work(String worker, String queue, List<String> outcomes) {
    var claims =
        service
            .post(
                "actions/claim",
                Lab.body(
                    "worker_euid",
                    worker,
                    "queue_key",
                    queue,
                    "max_items",
                    outcomes.size(),
                    "start",
                    true))
            .ok()
            .path("claims");
    for (int i = 0; i < claims.size(); i++) {
      end(worker, claims.get(i), outcomes.get(i));
    }
  }

  private static void end(String worker, JsonNode claim, String outcome) {
    switch (outcome) {
      case "ok" ->
          post("complete", Lab.on(worker, claim, "result_payload", Map.of("yield_ng", 42)));
      case "next" -> post("complete", Lab.on(worker, claim, "next_queue_key", "library_prep"));
      case "retry" ->
          post("fail", failure(worker, claim, "TRANSIENT_DEPENDENCY", "the LIMS does not answer"));
      case "dead" ->
          post(
              "fail", failure(worker, claim, "PERMANENT_INPUT", "barcode is not on the plate map"));
      default -> {
        // It stays under its lease.
      }
    }
  }

  private static Map<String, Object> failure(
      String worker, JsonNode claim, String errorClass, String message) {
    return new HashMap<>(
        Lab.on(worker, claim, "error_class", errorClass, "error_message", message));
  }

  private static void post(String action, Map<String, Object> body) {
    service.post("actions/" + action, body).ok();
  }
}
