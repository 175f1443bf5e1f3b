package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.testing.CommandExchange;
import io.tapline.server.conversation.ConversationChapter;
import io.tapline.server.conversation.ConversationServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A recorded conversation at the prompt: what each command prints, as a table and as JSON, stays as
 * it was recorded in {@code src/test/resources/conversation}. To ask something more, or where an
 * output was changed on purpose, run this with {@code -Dtapline.record=true} and review the diff.
 */
class CommandConversationTest {

  private static final List<ConversationChapter> CHAPTERS =
      ConversationChapter.in(Path.of("src/test/resources/conversation"));

  /** Commands that are not in it, and why. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "serve", "runs until it is stopped, see ServeTest",
          "worker", "runs programs and logs how long they took, see ExecWorkerTest",
          "mcp", "relays messages of another protocol, see AgentStdioTest",
          "doctor", "tells of this machine and its clock, see PromptTest",
          "completion", "a script for shells, made by picocli");

  @TempDir static Path folder;

  @Test
  void every_command_prints_what_was_recorded() throws Exception {
    for (var file : HelpExamples.FILES.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    try (var server = ConversationServer.start(CHAPTERS)) {
      for (var chapter : CHAPTERS) {
        var commands =
            new CommandExchange(
                server.tapline().address(),
                who -> ConversationServer.token(chapter.name(), who),
                folder,
                () -> server.tapline().awaitFeed(chapter.name()));
        server.replay(chapter, Map.of("$", commands));
      }
    }
  }

  @Test
  void every_command_is_in_the_conversation() throws IOException {
    var missing = new TreeSet<String>();
    collect("", root(), missing);
    for (var chapter : CHAPTERS) {
      for (var step : chapter.steps()) {
        var words = step.rest().split(" ", 2);
        missing.removeIf(
            command -> step.kind().equals("$") && (words[1] + " ").startsWith(command + " "));
      }
    }
    assertThat(missing).containsExactlyInAnyOrderElementsOf(ELSEWHERE.keySet());
  }

  private static void collect(String before, CommandLine command, TreeSet<String> names) {
    command
        .getSubcommands()
        .forEach(
            (name, each) -> {
              if (each.getSubcommands().isEmpty()) {
                names.add(before + name);
              }
              collect(before + name + " ", each, names);
            });
  }

  private static CommandLine root() {
    return Tapline.command(
        new CommandEnvironment(
            Map.of(),
            folder,
            System.in,
            System.out,
            System.err,
            CommandEnvironment.Terminals.NONE));
  }
}
