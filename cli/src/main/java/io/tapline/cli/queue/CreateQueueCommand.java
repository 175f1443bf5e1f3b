package io.tapline.cli.queue;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline queue create}. */
@Command(
    name = "create",
    description = "Creates a queue from a YAML or JSON file. Requires an administrator.",
    footer = {"%nExample:", "  tapline queue create extraction.yaml"})
public final class CreateQueueCommand extends ActCommand {

  @Parameters(
      paramLabel = "FILE",
      description =
          "The file with the policy: queue_key, subject_template_codes, and the fields that differ"
              + " from the defaults.")
  private String file;

  @Override
  protected ExitCode run(ServerSession session) {
    return act(session, "create-queue", QueueFile.read(here(), file));
  }
}
