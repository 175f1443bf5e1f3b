package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.SharedServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every command's help has an example, and every example works; so does every line of the guide.
 */
@ExtendWith(SharedServer.class)
class HelpExamplesTest {

  /** Ends when it is stopped; {@code ServeTest} runs it. */
  private static final Set<String> STAYS = Set.of("serve");

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final TenantApi LAB = new TenantApi(TAPLINE, "acme");

  @TempDir static Path folder;

  @BeforeAll
  static void start() throws IOException {
    for (var file : HelpExamples.FILES.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }

  private static CommandPrompt admin() {
    return CommandPrompt.at(TAPLINE.address(), "acme-admin", folder);
  }

  private static List<CommandLine> commands() {
    var all = new ArrayList<CommandLine>();
    var root =
        Tapline.command(
            new CommandEnvironment(
                java.util.Map.of(),
                folder,
                System.in,
                System.out,
                System.err,
                CommandEnvironment.Terminals.NONE));
    collect(root, all);
    return all;
  }

  private static void collect(CommandLine command, List<CommandLine> all) {
    for (var each : command.getSubcommands().values()) {
      all.add(each);
      collect(each, all);
    }
  }

  private static List<String> examples(CommandLine command) {
    return HelpExamples.in(Arrays.stream(command.getCommandSpec().usageMessage().footer()), "");
  }

  @TestFactory
  Stream<DynamicTest> every_command_has_an_example_that_works() {
    // In order: the queue is there before anything is sent to it.
    admin().run("queue", "create", "extraction.yaml", "--key", "first").ok();
    return commands().stream()
        .filter(command -> !STAYS.contains(command.getCommandName()))
        .map(
            command ->
                DynamicTest.dynamicTest(
                    command.getCommandSpec().qualifiedName(),
                    () -> {
                      var examples = examples(command);
                      assertThat(examples).as("examples in its help").isNotEmpty();
                      for (var example : examples) {
                        assertThat(command.getUsageMessage()).as("on one line").contains(example);
                        run(example, "extraction");
                      }
                    }));
  }

  private void run(String example, String queue) throws IOException {
    var words = new ArrayList<>(Arrays.asList(new HelpExamples(LAB, queue).words(example)));
    prepare(example);
    var prompt = admin();
    int from = words.indexOf("<");
    if (from >= 0) {
      prompt = prompt.typing(Files.readString(folder.resolve(words.get(from + 1))));
      words.subList(from, from + 2).clear();
    }
    var commandResult = prompt.run(words.toArray(String[]::new));
    assertThat(commandResult.code())
        .as(example + "\n" + commandResult.out() + commandResult.err())
        .isZero();
  }

  /** Creates the objects that an example needs and does not name by EUID. */
  private void prepare(String example) throws IOException {
    var code = "subject_template_codes: [data/execution/task/1.0]\n";
    if (example.equals("tapline queue create extraction.yaml")) {
      admin().run("queue", "retire", "extraction", "--reason", "made anew").code();
    }
    if (example.startsWith("tapline subscriptions create")) {
      admin().run("kinds", "create", "mail", "--executor", "Agent", "--key", "mail").ok();
    }
    if (example.startsWith("tapline queue retire old-extraction")) {
      Files.writeString(folder.resolve("old.yaml"), "queue_key: old-extraction\n" + code);
      admin().run("queue", "create", "old.yaml").ok();
    }
  }

  /** The narrowest terminal that counts: nothing that is to be copied is broken there. */
  @Test
  void nothing_is_cut_at_80_columns() {
    for (var command : commands()) {
      var name = command.getCommandSpec().qualifiedName();
      command.setUsageHelpAutoWidth(false);
      command.setUsageHelpWidth(80);
      assertThat(command.getUsageMessage().lines().toList())
          .as(name)
          .containsAll(lines(examples(command)));
      // The list of commands shows this much.
      assertThat(command.getCommandSpec().usageMessage().description()[0]).as(name).endsWith(".");
    }
  }

  private static List<String> lines(List<String> examples) {
    return examples.stream().map(example -> "  " + example).toList();
  }

  @Test
  void what_the_script_does_by_itself_is_in_the_help_too() throws IOException {
    var help = admin().run("--help").ok().out().replaceAll("\\s+", " ");
    var words =
        Pattern.compile("(?m)^  ([a-z]+)\\)$").matcher(Files.readString(Path.of("..", "tapline")));
    int seen = 0;
    for (; words.find(); seen++) {
      assertThat(help).contains(" " + words.group(1) + " (");
    }
    assertThat(seen).isGreaterThan(5);
  }

  @Test
  void every_command_that_asks_a_server_prints_json_too() {
    var without = new TreeSet<String>();
    for (var command : commands()) {
      if (command.getSubcommands().isEmpty()
          && command.getCommandSpec().findOption("--json") == null) {
        without.add(command.getCommandName());
      }
    }
    assertThat(without).containsExactly("completion", "help", "serve");
  }

  @Test
  void every_command_explains_every_option() {
    for (var command : commands()) {
      for (var option : command.getCommandSpec().options()) {
        assertThat(option.description())
            .as(command.getCommandSpec().qualifiedName() + " " + option.longestName())
            .isNotEmpty();
      }
    }
  }

  @Test
  void a_reason_that_has_to_be_given_is_asked_for_by_one_option() {
    int seen = 0;
    for (var command : commands()) {
      var option = command.getCommandSpec().findOption("--reason");
      if (option != null && option.required()) {
        seen++;
        assertThat(((Field) option.userObject()).getDeclaringClass())
            .as(command.getCommandSpec().qualifiedName())
            .isEqualTo(ReasonOption.class);
      }
    }
    assertThat(seen).isGreaterThan(10);
  }
}
