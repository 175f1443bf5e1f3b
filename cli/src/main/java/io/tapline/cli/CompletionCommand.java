package io.tapline.cli;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.HelpOption;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tapline completion}. */
@Command(
    name = "completion",
    description = {
      "Prints a script for the completion of commands in bash and zsh.",
      "The shell loads it with: source <(tapline completion)"
    },
    footer = {"%nExample:", "  tapline completion"})
final class CompletionCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Mixin private HelpOption help;

  @Override
  public void run() {
    CommandEnvironment.of(spec)
        .out()
        .print(AutoComplete.bash("tapline", spec.root().commandLine()));
  }
}
