package io.tapline.cli.webhook;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline webhooks dead-letters}. */
@Command(
    name = "dead-letters",
    description = "Lists events that the receiver of a webhook did not accept, oldest first.",
    footer = {"%nExample:", "  tapline webhooks dead-letters Z-WH-1A --status OPEN"})
public final class WebhookLettersCommand extends ListCommand {

  @Parameters(paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
  private String webhook;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description =
          "Lists only dead letters with this status: OPEN, PENDING or DELIVERED. Default: all.")
  private String status;

  @Override
  protected String path(ServerSession session) {
    return WebhookFacts.path(session, webhook) + "/dead-letters";
  }

  @Override
  protected QueryParameters query() {
    return new QueryParameters().with("status", status);
  }

  @Override
  protected List<TableColumn> columns() {
    return List.of(
        TableColumn.text("DEAD LETTER", "dead_letter_euid"),
        TableColumn.state("STATUS", "status"),
        TableColumn.number("TRIES", "tries"),
        TableColumn.time("SINCE", "opened_at"),
        TableColumn.text("EVENT", "event.type"),
        TableColumn.text("JOB", "event.job_id"),
        TableColumn.text("ID", "event.id"),
        TableColumn.text("ERROR", "last_error"));
  }

  @Override
  protected String nothing() {
    return "No dead letter matches.";
  }
}
