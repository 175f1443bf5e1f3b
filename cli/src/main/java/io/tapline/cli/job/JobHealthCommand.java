package io.tapline.cli.job;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import picocli.CommandLine.Command;

/** {@code tapline jobs health}. */
@Command(
    name = "health",
    description = "How the jobs stand as a whole, and whether new ones are taken.",
    footer = {"%nExample:", "  tapline jobs health"})
public final class JobHealthCommand extends ServerCommand {

  @Override
  protected Exit run(Session session) {
    var health = session.get("/api/v1/jobs/health", new Query());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(health);
      return Exit.OK;
    }
    printer.facts(
        new Facts()
            .add("new work", health.path("enabled").asBoolean() ? "taken" : "refused")
            .add("backlog", Field.text(health, "backlog"))
            .add("in progress", Field.text(health, "in_progress"))
            .add("dead letters", Field.text(health, "dead_letter_open"))
            .add("oldest waits", Field.seconds(health, "oldest_queued_age_s"))
            .add("live leases", Field.text(health, "lease_active")));
    return Exit.OK;
  }
}
