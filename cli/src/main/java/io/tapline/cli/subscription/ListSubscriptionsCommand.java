package io.tapline.cli.subscription;

import io.tapline.cli.connect.Query;
import io.tapline.cli.print.Column;
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
  protected Query query() {
    return new Query().with("status", status);
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("SUBSCRIPTION", "subscription_id"),
        Column.text("NAME", "name"),
        Column.state("STATUS", "status"),
        Column.text("EVENTS", "event_type"),
        Column.text("OF KIND", "filter.kind"),
        Column.text("MAKES", "job.kind"),
        Column.text("LAST ERROR", "last_error"),
        Column.time("AT", "last_error_at"));
  }

  @Override
  protected String nothing() {
    return "There are no such subscriptions; tapline subscriptions create makes one.";
  }
}
