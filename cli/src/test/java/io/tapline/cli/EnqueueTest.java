package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.SharedServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Work from the command line, from files and from standard input. */
@ExtendWith(SharedServer.class)
class EnqueueTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final TenantApi LAB = new TenantApi(TAPLINE, "acme");

  @TempDir static Path folder;

  private static CommandPrompt operator() {
    return CommandPrompt.at(TAPLINE.address(), "acme-operator", folder);
  }

  private static int depth(String queue) {
    return LAB.operator.get("queues/" + queue).ok().path("queue_depth").asInt();
  }

  @Test
  void every_option_of_one_piece_reaches_the_server() {
    var queue = LAB.queue();
    var answer =
        operator()
            .run(
                "enqueue",
                "--queue",
                queue,
                "--name",
                "S-1",
                "-p",
                "sample=S=1",
                "--properties",
                "{\"volume\": 5}",
                "--priority",
                "7",
                "--due-at",
                "2027-01-01T00:00:00Z",
                "--site",
                "basel",
                "--platform",
                "novaseq",
                "--assay",
                "wgs",
                "--action",
                "extract",
                "--max-attempts",
                "2",
                "--correlation",
                "order-7",
                "--json")
            .json();
    var subject = LAB.operator.get("subjects/" + answer.path("subject_euid").asString()).ok();
    assertThat(subject.path("subject_name").asString()).isEqualTo("S-1");
    assertThat(subject.at("/properties/sample").asString()).isEqualTo("S=1");
    assertThat(subject.at("/properties/volume").asInt()).isEqualTo(5);
    var execution = subject.path("execution");
    assertThat(execution.path("priority").asInt()).isEqualTo(7);
    assertThat(execution.path("due_at").asString()).startsWith("2027-01-01T00:00:00");
    assertThat(execution.at("/scope/site").asString()).isEqualTo("basel");
    assertThat(execution.at("/scope/platform").asString()).isEqualTo("novaseq");
    assertThat(execution.at("/scope/assay").asString()).isEqualTo("wgs");
    assertThat(execution.path("next_action_key").asString()).isEqualTo("extract");
    assertThat(execution.path("max_attempts_override").asInt()).isEqualTo(2);
    assertThat(execution.path("correlation_id").asString()).isEqualTo("order-7");
  }

  @Test
  void a_file_goes_by_the_thousand_and_can_be_repeated_under_its_key() throws IOException {
    var queue = LAB.queue();
    Files.writeString(
        folder.resolve("many.jsonl"),
        IntStream.rangeClosed(1, 1_001)
            .mapToObj(i -> "{\"subject_name\": \"S-" + i + "\"}")
            .collect(Collectors.joining("\n")));
    var first =
        operator()
            .onTerminal()
            .run("enqueue", "--queue", queue, "--file", "many.jsonl", "--key", queue)
            .ok();
    assertThat(first.out()).isEqualTo("enqueue: 1001 done, 0 refused\n");
    assertThat(first.err()).contains("1000/1001").contains("1001/1001");
    assertThat(depth(queue)).isEqualTo(1_001);
    var again =
        operator()
            .run("enqueue", "--queue", queue, "--file", "many.jsonl", "--key", queue, "--json")
            .json();
    assertThat(again.path("replayed").asInt()).isEqualTo(1_001);
    assertThat(depth(queue)).isEqualTo(1_001);
  }

  @Test
  void no_progress_bar_where_nobody_looks() throws IOException {
    Files.writeString(folder.resolve("one.jsonl"), "{}\n");
    var commandResult =
        operator().run("enqueue", "--queue", LAB.queue(), "--file", "one.jsonl").ok();
    assertThat(commandResult.err()).isEmpty();
  }

  @Test
  void bytes_that_are_no_text_are_refused_before_anything_is_sent() throws IOException {
    var queue = LAB.queue();
    Files.write(
        folder.resolve("latin.jsonl"), new byte[] {'{', '"', (byte) 0xe4, '"', ':', '1', '}'});
    assertThat(
            operator()
                .run("enqueue", "--queue", queue, "--file", "latin.jsonl")
                .failed(ExitCode.USAGE)
                .err())
        .contains("UTF-8");
    assertThat(depth(queue)).isZero();
  }

  @Test
  void a_server_that_goes_away_leaves_the_way_to_go_on() throws IOException {
    Files.writeString(folder.resolve("two.jsonl"), "{}\n{}\n");
    var commandResult =
        operator()
            .run(
                "enqueue",
                "--queue",
                "q",
                "--file",
                "two.jsonl",
                "--url",
                "http://127.0.0.1:9",
                "--key",
                "plate-9");
    assertThat(commandResult.failed(ExitCode.UNREACHABLE).err()).contains("--key plate-9");
  }
}
