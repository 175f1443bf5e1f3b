package io.tapline.cli.read;

import io.tapline.cli.connect.Query;
import io.tapline.cli.print.Column;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline workers}. */
@Command(
    name = "workers",
    description = "Lists the workers, oldest first.",
    footer = {"%nExample:", "  tapline workers --status ONLINE"})
public final class WorkersCommand extends ListCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "ONLINE, OFFLINE, DRAINING, DISABLED or RETIRED.")
  private String status;

  @Override
  protected String path() {
    return "workers";
  }

  @Override
  protected Query query() {
    return new Query().with("status", status);
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("WORKER", "worker_euid"),
        Column.text("KEY", "worker_key"),
        Column.state("STATUS", "effective_status"),
        Column.text("TYPE", "worker_type"),
        Column.number("LEASES", "active_leases"),
        Column.number("MOST", "max_concurrent_leases"),
        Column.seconds("SILENT", "heartbeat_lag_seconds"),
        Column.text("CAPABILITIES", "capabilities"),
        Column.text("HOST", "host"));
  }

  @Override
  protected String nothing() {
    return "There are no such workers; tapline worker --exec starts one.";
  }
}
