package io.tapline.cli.job;

import io.tapline.cli.print.Column;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tapline workflows list}. */
@Command(
    name = "list",
    description = "Lists workflows, the newest first, each as it stands now.",
    footer = {"%nExample:", "  tapline workflows list --limit 10"})
public final class ListWorkflowsCommand extends ListCommand {

  @Override
  protected String path() {
    return "/api/v1/workflows";
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("WORKFLOW", "workflow_id"),
        Column.text("KIND", "workflow_kind"),
        Column.state("STATUS", "status"),
        Column.number("JOBS", "job_count"),
        Column.text("GENERATOR", "generator"),
        Column.text("BY", "enqueued_by"),
        Column.time("MADE", "enqueued_at"));
  }

  @Override
  protected String nothing() {
    return "There are no workflows; tapline workflows create makes one.";
  }
}
