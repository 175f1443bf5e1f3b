package io.tapline.cli.read;

import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline leases}. */
@Command(
    name = "leases",
    description = "Lists leases, oldest first.",
    footer = {"%nExample:", "  tapline leases --status ACTIVE --queue extraction"})
public final class LeasesCommand extends ListCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description =
          "Lists only leases with this status: ACTIVE, COMPLETED, RELEASED, EXPIRED, CANCELED or"
              + " ABANDONED. Default: all.")
  private String status;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description = "Lists only leases of this queue. Default: all.")
  private String queue;

  @Option(
      names = "--worker",
      paramLabel = "WORKER",
      description = "Lists only leases of the worker with this EUID or key. Default: all.")
  private String worker;

  public LeasesCommand() {
    super(
        "leases",
        "No lease matches.",
        TableColumn.text("LEASE", "lease_euid"),
        TableColumn.named("JOB", "subject_lookup_name", "subject_lookup_euid"),
        TableColumn.named("WORKER", "worker_lookup_name", "worker_lookup_euid"),
        TableColumn.text("QUEUE", "queue_lookup_key"),
        TableColumn.state("STATUS", "status"),
        TableColumn.number("ATTEMPT", "attempt_number"),
        TableColumn.time("CLAIMED", "claimed_at"),
        TableColumn.time("EXPIRES", "expires_at"),
        TableColumn.text("END REASON", "release_reason"));
  }

  @Override
  protected QueryParameters query(ServerSession session) {
    return new QueryParameters()
        .with("status", status)
        .with("queue_key", queue)
        .with("worker_euid", new NameLookup(session).worker(worker));
  }
}
