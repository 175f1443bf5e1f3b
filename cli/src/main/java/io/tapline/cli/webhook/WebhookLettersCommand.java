package io.tapline.cli.webhook;

import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Column;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline webhooks dead-letters}. */
@Command(
    name = "dead-letters",
    description = "Lists events that a webhook would not take, oldest first.",
    footer = {"%nExample:", "  tapline webhooks dead-letters Z-WH-1A --status OPEN"})
public final class WebhookLettersCommand extends ListCommand {

  @Parameters(paramLabel = "WEBHOOK", description = "Its EUID or name.")
  private String webhook;

  @Option(names = "--status", paramLabel = "STATUS", description = "OPEN, PENDING or DELIVERED.")
  private String status;

  @Override
  protected String path(Session session) {
    return WebhookFacts.path(session, webhook) + "/dead-letters";
  }

  @Override
  protected Query query() {
    return new Query().with("status", status);
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("DEAD LETTER", "dead_letter_euid"),
        Column.state("STATUS", "status"),
        Column.number("TRIES", "tries"),
        Column.time("SINCE", "opened_at"),
        Column.text("EVENT", "event.type"),
        Column.text("SUBJECT", "event.job_id"),
        Column.text("ID", "event.id"),
        Column.text("ERROR", "last_error"));
  }

  @Override
  protected String nothing() {
    return "There are no such dead letters.";
  }
}
