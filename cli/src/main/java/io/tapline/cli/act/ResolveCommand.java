package io.tapline.cli.act;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline resolve}. */
@Command(
    name = "resolve",
    description = {
      "Closes a dead letter and does not change its job.",
      "To retry the job, use tapline requeue."
    },
    footer = {"%nExample:", "  tapline resolve Z-DR-1A --as IGNORED --reason 'specimen discarded'"})
public final class ResolveCommand extends ActCommand {

  @Parameters(paramLabel = "DEAD_LETTER", description = "The EUID of the dead letter.")
  private String deadLetter;

  @Option(
      names = "--as",
      paramLabel = "STATE",
      required = true,
      description = "The resolution: IGNORED or CANCELED.")
  private String state;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    return act(
        session,
        "resolve-dead-letter",
        why.body().put("dead_letter_euid", deadLetter).put("resolution_state", state));
  }
}
