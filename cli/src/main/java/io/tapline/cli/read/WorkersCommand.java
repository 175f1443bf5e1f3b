package io.tapline.cli.read;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline workers}. */
@Command(
    name = "workers",
    description = "Lists workers, oldest first.",
    footer = {"%nExample:", "  tapline workers --status ONLINE"})
public final class WorkersCommand extends ListCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description =
          "Lists only workers with this status: ONLINE, OFFLINE, DRAINING, DISABLED or RETIRED. Default:"
              + " all.")
  private String status;

  public WorkersCommand() {
    super(
        "workers",
        "No worker matches; tapline worker --exec starts one.",
        TableColumn.text("WORKER", "worker_euid"),
        TableColumn.text("KEY", "worker_key"),
        TableColumn.state("STATUS", "effective_status"),
        TableColumn.text("TYPE", "worker_type"),
        TableColumn.number("LEASES", "active_leases"),
        TableColumn.number("MAX LEASES", "max_concurrent_leases"),
        TableColumn.seconds("HEARTBEAT AGE", "heartbeat_lag_seconds"),
        TableColumn.text("CAPABILITIES", "capabilities"),
        TableColumn.text("HOST", "host"));
  }

  @Override
  protected QueryParameters query(ServerSession session) {
    return new QueryParameters().with("status", status);
  }
}
