package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import picocli.CommandLine.Command;

/** {@code tapline jobs health}. */
@Command(
    name = "health",
    description = "Shows the numbers of jobs and leases, and whether new jobs are accepted.",
    footer = {"%nExample:", "  tapline jobs health"})
public final class JobHealthCommand extends ServerCommand {

  @Override
  protected ExitCode run(ServerSession session) {
    var health = session.get("/api/v1/jobs/health", new QueryParameters());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(health);
      return ExitCode.OK;
    }
    printer.facts(
        new FactSheet()
            .add("new jobs", health.path("enabled").asBoolean() ? "accepted" : "refused")
            .add("backlog", FieldText.text(health, "backlog"))
            .add("in progress", FieldText.text(health, "in_progress"))
            .add("dead letters", FieldText.text(health, "dead_letter_open"))
            .add("oldest job age", FieldText.seconds(health, "oldest_queued_age_s"))
            .add("active leases", FieldText.text(health, "lease_active")));
    return ExitCode.OK;
  }
}
