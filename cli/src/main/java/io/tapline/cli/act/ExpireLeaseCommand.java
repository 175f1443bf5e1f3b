package io.tapline.cli.act;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tapline expire-lease}. */
@Command(
    name = "expire-lease",
    description = "Expires a lease at once, which counts as an attempt. Requires an administrator.",
    footer = {"%nExample:", "  tapline expire-lease Z-ES-1A --reason 'node was reinstalled'"})
public final class ExpireLeaseCommand extends ActCommand {

  @Parameters(paramLabel = "LEASE", description = "The EUID of the lease.")
  private String lease;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    return act(session, "expire-lease", why.body().put("lease_euid", lease));
  }
}
