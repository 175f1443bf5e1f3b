package io.tapline.cli.act;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline release-hold}. */
@Command(
    name = "release-hold",
    description = "Releases one hold. The job continues after its last hold is released.",
    footer = {"%nExample:", "  tapline release-hold Z-HD-1A --reason 'label was checked'"})
public final class ReleaseHoldCommand extends ActCommand {

  @Parameters(paramLabel = "HOLD", description = "The EUID of the hold.")
  private String hold;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason, which is stored with the action.")
  private String reason;

  @Override
  protected ExitCode run(ServerSession session) {
    var body = InputDocuments.object().put("hold_euid", hold);
    return act(session, "release-hold", InputDocuments.put(body, "reason", reason));
  }
}
