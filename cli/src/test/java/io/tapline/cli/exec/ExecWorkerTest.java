package io.tapline.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.CommandResult;
import io.tapline.cli.testing.SharedServer;
import io.tapline.client.testing.WorkerLab;
import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Any program is a worker: what it is told, and what comes of what it says. */
@ExtendWith(SharedServer.class)
class ExecWorkerTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final WorkerLab LAB = new WorkerLab(TAPLINE);

  @TempDir static Path folder;

  private static CommandResult work(String queue, String program, String... more) {
    var arguments = new ArrayList<>(List.of("worker", "--queue", queue, "--exec", program));
    arguments.addAll(Arrays.asList(more));
    return CommandPrompt.at(TAPLINE.address(), "acme-service", folder)
        .run(arguments.toArray(String[]::new));
  }

  private static JsonNode lastRecord(String subject) {
    var records = LAB.history(subject).path("records");
    return records.get(records.size() - 1);
  }

  @Test
  void the_subject_comes_as_json_and_in_variables_and_the_output_is_the_result() {
    var queue = LAB.queue(60);
    var subject =
        LAB.enqueue(
            queue,
            "next_action_key",
            "extract",
            "correlation_id",
            "order-7",
            "properties",
            Map.of("sample-id", "S 1", "volume", 5, "deep", Map.of("a", 1)));
    var program =
        "echo \"{\\\"told\\\": $(cat), \\\"subject\\\": \\\"$TAPLINE_SUBJECT\\\","
            + " \\\"sample\\\": \\\"$TAPLINE_PROPERTY_SAMPLE_ID\\\","
            + " \\\"volume\\\": $TAPLINE_PROPERTY_VOLUME, \\\"attempt\\\": $TAPLINE_ATTEMPT,"
            + " \\\"action\\\": \\\"$TAPLINE_ACTION\\\", \\\"queue\\\": \\\"$TAPLINE_QUEUE\\\","
            + " \\\"correlation\\\": \\\"$TAPLINE_CORRELATION_ID\\\","
            + " \\\"trace\\\": \\\"$TAPLINE_TRACE_ID$TAPLINE_TRACEPARENT\\\","
            + " \\\"fence\\\": $TAPLINE_FENCING_TOKEN}\"";
    var commandResult = work(queue, program, "--once").ok();
    assertThat(commandResult.out()).contains(subject).contains("exit 0");
    assertThat(commandResult.err()).contains("1 completed, 0 failed");
    assertThat(LAB.state(subject)).isEqualTo("COMPLETED");
    var result = lastRecord(subject).path("result_snapshot");
    assertThat(result.at("/told/properties/deep/a").asInt()).isEqualTo(1);
    assertThat(result.at("/told/subject_euid").asString()).isEqualTo(subject);
    assertThat(result.at("/told/fencing_token").asLong()).isEqualTo(result.path("fence").asLong());
    assertThat(result.path("subject").asString()).isEqualTo(subject);
    assertThat(result.path("sample").asString()).isEqualTo("S 1");
    assertThat(result.path("volume").asInt()).isEqualTo(5);
    assertThat(result.path("attempt").asInt()).isEqualTo(1);
    assertThat(result.path("action").asString()).isEqualTo("extract");
    assertThat(result.path("queue").asString()).isEqualTo(queue);
    assertThat(result.path("correlation").asString()).isEqualTo("order-7");
    assertThat(result.at("/told/correlation_id").asString()).isEqualTo("order-7");
    assertThat(result.path("trace").asString()).isEmpty();
  }

  @Test
  void output_that_is_no_json_object_is_kept_as_text_and_complaints_beside_it() {
    var queue = LAB.queue(60);
    var subject = LAB.enqueue(queue);
    work(queue, "echo hello; echo 'low on reagent' >&2", "--once").ok();
    // It has ended, and nobody takes it for one that serves the queue still.
    assertThat(LAB.lab().operator.get("queues/" + queue).ok().path("worker_serving_count").asInt())
        .isZero();
    var result = lastRecord(subject).path("result_snapshot");
    assertThat(result.path("_stdout").asString()).isEqualTo("hello");
    assertThat(result.path("_stderr").asString()).isEqualTo("low on reagent");
    var silent = LAB.enqueue(queue);
    work(queue, "true", "--once").ok();
    assertThat(LAB.state(silent)).isEqualTo("COMPLETED");
  }

  @Test
  void exit_codes_become_error_classes_as_the_guide_has_them() throws IOException {
    var rows =
        Pattern.compile("(?m)^\\| (\\d+) \\| `([A-Z_]+)` \\|")
            .matcher(Files.readString(Path.of("..", "docs", "guide", "cli.md")))
            .results()
            .toList();
    assertThat(rows).hasSize(ExitTable.USUAL.size());
    for (var row : rows) {
      assertThat(ExitTable.USUAL.get(Integer.parseInt(row.group(1))))
          .as(row.group(1))
          .isEqualTo(ErrorClass.valueOf(row.group(2)));
    }
  }

  @Test
  void a_failure_keeps_its_code_and_its_last_words_and_no_neighbour_suffers() {
    var queue = LAB.queue(60);
    var program = "echo \"bad plate $TAPLINE_PROPERTY_CODE\" >&2; exit $TAPLINE_PROPERTY_CODE";
    var input = LAB.enqueue(queue, "properties", Map.of("code", 65));
    var hold = LAB.enqueue(queue, "properties", Map.of("code", 80));
    var own = LAB.enqueue(queue, "properties", Map.of("code", 3));
    var killed = LAB.enqueue(queue, "properties", Map.of("code", 1), "max_attempts", 1);
    var good = LAB.enqueue(queue, "properties", Map.of("code", 0));
    work(
            queue,
            program,
            "--until-idle",
            "--concurrency",
            "3",
            "--exit",
            "3=OPERATOR_CANCELED",
            "--exit",
            "1=PERMANENT_STATE")
        .ok();
    assertThat(LAB.state(good)).isEqualTo("COMPLETED");
    assertThat(LAB.state(input)).isEqualTo("FAILED_TERMINAL");
    assertThat(LAB.state(hold)).isEqualTo("HELD");
    assertThat(LAB.state(own)).isEqualTo("CANCELED");
    var record = lastRecord(input);
    assertThat(record.path("error_class").asString()).isEqualTo("PERMANENT_INPUT");
    assertThat(record.path("error_code").asString()).isEqualTo("EXIT_65");
    assertThat(record.path("error_message").asString()).isEqualTo("exit code 65: bad plate 65");
    assertThat(record.at("/result_snapshot/_stderr").asString()).isEqualTo("bad plate 65");
    assertThat(record.at("/result_snapshot/_exit_code").asInt()).isEqualTo(65);
    assertThat(lastRecord(killed).path("error_class").asString()).isEqualTo("PERMANENT_STATE");
  }

  @Test
  void what_a_program_writes_is_bounded_and_never_makes_it_wait() {
    var queue = LAB.queue(60);
    var chatty = LAB.enqueue(queue);
    work(queue, "seq 1 200000 >&2; echo done >&2; exit 65", "--once").ok();
    var kept = lastRecord(chatty).at("/result_snapshot/_stderr").asString();
    assertThat(kept).endsWith("done");
    assertThat(kept.length()).isLessThanOrEqualTo(ChildProgram.MOST_COMPLAINTS);
    var large = LAB.enqueue(queue);
    work(queue, "seq 1 200000", "--once").ok();
    assertThat(lastRecord(large).path("error_code").asString()).isEqualTo("RESULT_TOO_LARGE");
    assertThat(LAB.state(large)).isEqualTo("FAILED_TERMINAL");
  }

  @Test
  void something_left_behind_with_the_pipes_open_does_not_hold_the_worker_up() {
    var queue = LAB.queue(60);
    var subject = LAB.enqueue(queue);
    work(queue, "sleep 600 & echo $! > " + folder.resolve("left") + "; echo '{}'", "--once").ok();
    assertThat(LAB.state(subject)).isEqualTo("COMPLETED");
    ProcessHandle.of(Long.parseLong(read("left"))).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void a_soft_cancel_ends_a_program_that_listens_with_sigterm() {
    // Told with its renewal, after a third of it; the rest is for a machine that stands still.
    var queue = LAB.queue(9);
    var subject = LAB.enqueue(queue);
    var programs = new WaitingPrograms(folder);
    var running =
        BackgroundTask.get(
            () ->
                work(
                    queue,
                    "trap 'echo bye >&2; exit 7' TERM; " + programs.waiting("listens"),
                    "--once"));
    programs.awaitBegun("listens", 1);
    cancel(subject);
    running.join().ok();
    assertThat(LAB.state(subject)).isEqualTo("CANCELED");
    // The shell may have a word of its own about what it was waiting for.
    assertThat(lastRecord(subject).at("/result_snapshot/_stderr").asString()).endsWith("bye");
    assertThat(LAB.attemptCount(subject)).isZero();
  }

  @Test
  void a_soft_cancel_kills_a_program_that_does_not_and_all_that_it_started() {
    var queue = LAB.queue(9);
    var subject = LAB.enqueue(queue);
    var programs = new WaitingPrograms(folder);
    // A process of its own, which writes its own number down.
    var deaf = "trap '' TERM; sh -c '" + programs.waiting("deaf") + "'; true";
    var running = BackgroundTask.get(() -> work(queue, deaf, "--once", "--grace", "0"));
    programs.awaitBegun("deaf", 1);
    var started = programs.begun("deaf");
    cancel(subject);
    running.join().ok();
    assertThat(LAB.state(subject)).isEqualTo("CANCELED");
    assertThat(started).isNotEmpty();
    Await.until("all are gone", () -> started.stream().noneMatch(ProcessHandle::isAlive));
  }

  private static void cancel(String subject) {
    LAB.lab()
        .operator
        .post(
            "actions/cancel",
            TenantApi.body("subject_euid", subject, "mode", "soft", "reason", "withdrawn"))
        .ok();
  }

  @Test
  void wrong_queues_options_and_classes_are_one_sentence() {
    assertThat(work("no-such-queue", "true").failed(ExitCode.NOT_FOUND).err())
        .contains("no-such-queue");
    var queue = LAB.queue(60);
    assertThat(work(queue, "true", "--exit", "3=ODD").failed(ExitCode.USAGE).err())
        .contains("PERMANENT_INPUT");
    assertThat(work(queue, "true", "--exit", "0=PERMANENT_INPUT").failed(ExitCode.USAGE).err())
        .contains("1 to 255");
    assertThat(work(queue, "true", "--concurrency", "0").failed(ExitCode.USAGE).err())
        .contains("--concurrency");
    assertThat(work(queue, " ").failed(ExitCode.USAGE).err()).contains("--exec");
  }

  @Test
  void for_programs_each_piece_of_work_is_a_line_of_json() {
    var queue = LAB.queue(60);
    var subject = LAB.enqueue(queue);
    var line = Json.parse(work(queue, "true", "--once", "--json").ok().out());
    assertThat(line.path("subject_euid").asString()).isEqualTo(subject);
    assertThat(line.path("exit_code").asInt()).isZero();
  }

  private static String read(String file) {
    try {
      return Files.readString(folder.resolve(file)).strip();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
