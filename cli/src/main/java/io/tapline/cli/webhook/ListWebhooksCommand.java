package io.tapline.cli.webhook;

import io.tapline.cli.connect.Query;
import io.tapline.cli.print.Column;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline webhooks list}. */
@Command(
    name = "list",
    description = "Lists webhooks, oldest first, without their secrets.",
    footer = {"%nExample:", "  tapline webhooks list --status ACTIVE"})
public final class ListWebhooksCommand extends ListCommand {

  @Option(names = "--status", paramLabel = "STATUS", description = "ACTIVE or RETIRED.")
  private String status;

  @Override
  protected String path() {
    return WebhookFacts.PATH;
  }

  @Override
  protected Query query() {
    return new Query().with("status", status);
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("WEBHOOK", "webhook_euid"),
        Column.text("NAME", "name"),
        Column.text("URL", "url"),
        Column.state("STATUS", "status"),
        Column.text("", row -> WebhookFacts.waiting(row) ? "paused" : ""),
        Column.text("EVENTS", "event_types"),
        Column.text("QUEUES", "queue_keys"),
        Column.time("CREATED", "created_at"),
        Column.text("BY", "created_by"));
  }

  @Override
  protected String nothing() {
    return "There are no such webhooks; tapline webhooks create makes one.";
  }
}
