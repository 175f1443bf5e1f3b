package io.tapline.cli.read;

import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Column;
import java.util.List;
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
      description = "ACTIVE, COMPLETED, RELEASED, EXPIRED, CANCELED or ABANDONED.")
  private String status;

  @Option(names = "--queue", paramLabel = "QUEUE", description = "Only those of this queue.")
  private String queue;

  @Option(
      names = "--worker",
      paramLabel = "WORKER",
      description = "Only those of this worker, by its EUID or name.")
  private String worker;

  @Override
  protected String path() {
    return "leases";
  }

  @Override
  protected Query query(Session session) {
    return new Query()
        .with("status", status)
        .with("queue_key", queue)
        .with("worker_euid", new NameLookup(session).worker(worker));
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("LEASE", "lease_euid"),
        Column.named("SUBJECT", "subject_lookup_name", "subject_lookup_euid"),
        Column.named("WORKER", "worker_lookup_name", "worker_lookup_euid"),
        Column.text("QUEUE", "queue_lookup_key"),
        Column.state("STATUS", "status"),
        Column.number("ATTEMPT", "attempt_number"),
        Column.time("CLAIMED", "claimed_at"),
        Column.time("EXPIRES", "expires_at"),
        Column.text("ENDED BY", "release_reason"));
  }

  @Override
  protected String nothing() {
    return "There are no such leases.";
  }
}
