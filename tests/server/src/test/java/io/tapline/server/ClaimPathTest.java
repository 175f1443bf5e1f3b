package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.MethodTrace;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * docs/architecture.md lists every main file that a claim passes, from HTTP to SQL and back. The
 * list is made from what a server really executes, so it is compared with that; run this with
 * {@code -Dtapline.record=true} to write it again.
 */
class ClaimPathTest {

  private static final Path PAGE = Path.of("../../docs/architecture.md");
  private static final String BEGIN = "<!-- made by ClaimPathTest -->\n";
  private static final String END = "<!-- end -->\n";

  /** More would take a reader longer than it took when this was written. */
  private static final int FILES_AT_MOST = 60;

  @Test
  void the_way_of_a_claim_in_architecture_md_lists_the_files_it_executes() throws IOException {
    var page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END, begin);
    var path = ClaimPath.in(traced());
    assertThat(ClaimPathPage.classes(path)).hasSizeLessThanOrEqualTo(FILES_AT_MOST);
    var made = ClaimPathPage.of(path);
    if (Boolean.getBoolean("tapline.record")) {
      Files.writeString(PAGE, page.substring(0, begin) + made + page.substring(end));
    } else {
      assertThat(page.substring(begin, end))
          .as("record the list again with -Dtapline.record=true, and review what changed")
          .isEqualTo(made);
    }
  }

  private static MethodTrace.Trace traced() {
    try (var trace = new MethodTrace();
        var scratch = TestTapline.migrated()) {
      var environment = new HashMap<>(ChildServer.login(scratch));
      environment.put("JAVA_TOOL_OPTIONS", trace.option());
      try (var child =
          ChildServer.launch(
              environment, "--port", "0", "--accept-weak-durability", "--test-clock")) {
        trace.accept();
        child.awaitAddress();
        child.ignoreLines();
        var worker = worker(child);
        // A queue for each: one that was slow three times is scanned from another place.
        var queues = IntStream.range(0, ClaimPath.CLAIMS).mapToObj(i -> queue(child)).toList();
        // Once before it is traced, so that templates, queues and statements are in the caches.
        claim(child, worker, queues);
        return trace.during(
            () -> claim(child, worker, queues), ClaimPath.END, ClaimPath.LEAVE, ClaimPath.CLAIMS);
      }
    }
  }

  private static String worker(ChildServer child) {
    var worker =
        TenantApi.body(
            "worker_key", "prep-1", "worker_type", "SERVICE", "max_concurrent_leases", 100);
    return child
        .as("acme-service")
        .post("actions/register-worker", worker)
        .ok()
        .path("worker_euid")
        .asString();
  }

  /** With work for two claims, and some that is left. */
  private static String queue(ChildServer child) {
    var key = TenantApi.unique("queue");
    var template = "data/execution/task/1.0";
    var queue = TenantApi.body("queue_key", key, "subject_template_codes", List.of(template));
    child.as("acme-admin").post("actions/create-queue", queue).ok();
    for (int i = 0; i < 3; i++) {
      var task = TenantApi.body("queue_key", key, "template_code", template);
      child.as("acme-operator").post("actions/enqueue", task).ok();
    }
    return key;
  }

  private static void claim(ChildServer child, String worker, List<String> queues) {
    for (var queue : queues) {
      var claim = TenantApi.body("worker_euid", worker, "queue_key", queue);
      var claims = child.as("acme-service").post("actions/claim", claim).ok().path("claims");
      assertThat(claims.size()).isOne();
    }
  }
}
