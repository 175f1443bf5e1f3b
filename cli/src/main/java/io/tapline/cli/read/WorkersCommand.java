package io.tapline.cli.read;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.print.TableColumn;
import java.util.List;
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

  @Override
  protected String path() {
    return "workers";
  }

  @Override
  protected QueryParameters query() {
    return new QueryParameters().with("status", status);
  }

  @Override
  protected List<TableColumn> columns() {
    return List.of(
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
  protected String nothing() {
    return "No worker matches; tapline worker --exec starts one.";
  }
}
