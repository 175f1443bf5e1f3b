package io.tapline.cli;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.HelpOption;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapline help}: the same text as {@code --help}. */
@Command(
    name = "help",
    description = "Prints the help of a command, or lists all commands.",
    footer = {"%nExamples:", "  tapline help", "  tapline help queue create"})
final class HelpCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Mixin private HelpOption help;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The words of the command, such as queue create; all commands by default.")
  private List<String> words = List.of();

  @Override
  public void run() {
    var command = spec.root().commandLine();
    for (var word : words) {
      var inner = command.getSubcommands().get(word);
      if (inner == null) {
        throw new CommandLine.ParameterException(
            command,
            "there is no command '" + word + "' in " + command.getCommandSpec().qualifiedName());
      }
      command = inner;
    }
    command.usage(CommandEnvironment.of(spec).out());
  }
}
