package io.tapline.cli.subscription;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline subscriptions list}. */
@Command(
    name = "list",
    description = "Lists subscriptions with their last errors, oldest first.",
    footer = {"%nExample:", "  tapline subscriptions list --status ACTIVE"})
public final class ListSubscriptionsCommand extends ListCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description =
          "Lists only subscriptions with this status: ACTIVE or RETIRED. Default: ACTIVE.")
  private String status;

  @Override
  protected String path() {
    return SubscriptionsCommand.PATH;
  }

  @Override
  protected QueryParameters query() {
    return new QueryParameters().with("status", status);
  }

  @Override
  protected List<TableColumn> columns() {
    return List.of(
        TableColumn.text("SUBSCRIPTION", "subscription_id"),
        TableColumn.text("NAME", "name"),
        TableColumn.state("STATUS", "status"),
        TableColumn.text("EVENT TYPE", "event_type"),
        TableColumn.text("EVENT KIND", "filter.kind"),
        TableColumn.text("NEW JOB KIND", "job.kind"),
        TableColumn.text("LAST ERROR", "last_error"),
        TableColumn.time("LAST ERROR AT", "last_error_at"));
  }

  @Override
  protected String nothing() {
    return "No subscription matches; tapline subscriptions create creates one.";
  }
}
