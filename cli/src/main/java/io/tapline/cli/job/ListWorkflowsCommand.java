package io.tapline.cli.job;

import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tapline workflows list}. */
@Command(
    name = "list",
    description = "Lists workflows with their status, newest first.",
    footer = {"%nExample:", "  tapline workflows list --limit 10"})
public final class ListWorkflowsCommand extends ListCommand {

  @Override
  protected String path() {
    return "/api/v1/workflows";
  }

  @Override
  protected List<TableColumn> columns() {
    return List.of(
        TableColumn.text("WORKFLOW", "workflow_id"),
        TableColumn.text("KIND", "workflow_kind"),
        TableColumn.state("STATUS", "status"),
        TableColumn.number("JOBS", "job_count"),
        TableColumn.text("GENERATOR", "generator"),
        TableColumn.text("CREATED BY", "enqueued_by"),
        TableColumn.time("CREATED", "enqueued_at"));
  }

  @Override
  protected String nothing() {
    return "There are no workflows; tapline workflows create creates one.";
  }
}
