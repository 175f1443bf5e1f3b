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
    description = "Lists subscriptions, oldest first, and what went wrong with one last.",
    footer = {"%nExample:", "  tapline subscriptions list --status ACTIVE"})
public final class ListSubscriptionsCommand extends ListCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "ACTIVE or RETIRED; absent: ACTIVE.")
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
        TableColumn.text("EVENTS", "event_type"),
        TableColumn.text("OF KIND", "filter.kind"),
        TableColumn.text("MAKES", "job.kind"),
        TableColumn.text("LAST ERROR", "last_error"),
        TableColumn.time("AT", "last_error_at"));
  }

  @Override
  protected String nothing() {
    return "There are no such subscriptions; tapline subscriptions create makes one.";
  }
}
