package io.tapline.cli.webhook;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline webhooks list}. */
@Command(
    name = "list",
    description = "Lists webhooks without their secrets, oldest first.",
    footer = {"%nExample:", "  tapline webhooks list --status ACTIVE"})
public final class ListWebhooksCommand extends ListCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Lists only webhooks with this status: ACTIVE or RETIRED. Default: all.")
  private String status;

  @Override
  protected String path() {
    return WebhookFacts.PATH;
  }

  @Override
  protected QueryParameters query() {
    return new QueryParameters().with("status", status);
  }

  @Override
  protected List<TableColumn> columns() {
    return List.of(
        TableColumn.text("WEBHOOK", "webhook_euid"),
        TableColumn.text("NAME", "name"),
        TableColumn.text("URL", "url"),
        TableColumn.state("STATUS", "status"),
        TableColumn.text("DELIVERY", WebhookFacts::delivery),
        TableColumn.text("EVENTS", "event_types"),
        TableColumn.text("QUEUES", "queue_keys"),
        TableColumn.time("CREATED", "created_at"),
        TableColumn.text("CREATED BY", "created_by"));
  }

  @Override
  protected String nothing() {
    return "No webhook matches; tapline webhooks create creates one.";
  }
}
