package io.tapline.client.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.client.TaplineClient;
import io.tapline.client.http.WireJson;
import io.tapline.client.testing.WorkerLab;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/guide/worker.md run with the described results. */
@TaplineServer
class WorkerGuideTest {

  private static final Path PAGE = Path.of("../..", "docs", "guide", "worker.md");
  private static final String TOKEN = "acme-admin";
  private static final int BY_SIGTERM = 128 + 15;

  @TempDir private static Path folder;

  private static TestTapline tapline;
  private static WorkerLab lab;
  private static String url;
  private static GuidePrograms guidePrograms;

  @BeforeAll
  static void start(TestTapline started) throws Exception {
    guidePrograms = GuidePrograms.compile(PAGE, folder);
    tapline = started;
    lab = new WorkerLab(tapline);
    url = tapline.address().toString();
  }

  @Test
  void work_is_sent_and_a_worker_of_ones_own_does_it() throws Exception {
    var first = sent();
    assertThat(sent()).as("a second run sends nothing anew").isEqualTo(first);
    var worker = guidePrograms.run("GreetingWorker", url, TOKEN);
    try {
      for (var subject : first) {
        lab.awaitState(subject, "COMPLETED");
      }
    } finally {
      worker.destroy();
    }
    assertThat(worker.waitFor()).isEqualTo(BY_SIGTERM);
    assertThat(lab.history(first.get(0)).at("/records/0/result_snapshot/text").asString())
        .isEqualTo("Hello, Ada");
  }

  private static List<String> sent() throws Exception {
    var sender = guidePrograms.run("SendGreetings", url, TOKEN);
    var lines = new String(sender.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines();
    assertThat(sender.waitFor()).isZero();
    return lines.map(line -> line.split(" ")[0]).toList();
  }

  @Test
  void a_careful_worker_tells_failures_apart() throws Exception {
    try (var client = TaplineClient.builder().url(url).token(TOKEN).build()) {
      client
          .queues()
          .create(
              new CreateQueue(
                  null,
                  "plates",
                  QueueFields.builder()
                      .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                      .build()));
      var fine = plate(client, Map.of("barcode", "P-1", "wells", 96));
      var bare = plate(client, Map.of("wells", 96));
      var huge = plate(client, Map.of("barcode", "P-2", "wells", 1_000));
      var worker = guidePrograms.run("CarefulWorker", url, TOKEN);
      try {
        lab.awaitState(fine, "COMPLETED");
        lab.awaitState(bare, "FAILED_TERMINAL");
        lab.awaitState(huge, "HELD");
      } finally {
        worker.destroy();
      }
      assertThat(worker.waitFor()).isEqualTo(BY_SIGTERM);
    }
  }

  private static String plate(TaplineClient client, Map<String, Object> properties) {
    return client
        .subjects()
        .enqueue(
            EnqueueBuilder.builder()
                .templateCode(Enqueue.TASK)
                .queueKey("plates")
                .nextActionKey("read_plate")
                .properties(WireJson.tree(properties))
                .build())
        .subjectEuid();
  }
}
