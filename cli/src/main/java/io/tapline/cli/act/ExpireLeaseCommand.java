package io.tapline.cli.act;

import io.tapline.cli.Exit;
import io.tapline.cli.connect.Documents;
import io.tapline.cli.connect.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline expire-lease}. */
@Command(
    name = "expire-lease",
    description = "Ends a lease as if it had lapsed; an attempt is spent. For administrators.",
    footer = {"%nExample:", "  tapline expire-lease Z-ES-1A --reason 'node was reinstalled'"})
public final class ExpireLeaseCommand extends ActCommand {

  @Parameters(paramLabel = "LEASE", description = "Its EUID.")
  private String lease;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why, for the evidence.")
  private String reason;

  @Override
  protected Exit run(Session session) {
    return act(
        session, "expire-lease", Documents.object().put("lease_euid", lease).put("reason", reason));
  }
}
