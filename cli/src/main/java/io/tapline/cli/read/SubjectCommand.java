package io.tapline.cli.read;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Column;
import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import io.tapline.client.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline subject}. */
@Command(
    name = "subject",
    description = "Shows one subject: its state, who has it, where its time went, what came out.",
    footer = {"%nExample:", "  tapline subject Z-TK-1A"})
public final class SubjectCommand extends ServerCommand {

  private static final Column WORKER =
      Column.named("worker", "worker_lookup_name", "worker_lookup_euid");

  @Parameters(paramLabel = "SUBJECT", description = "Its EUID or name.")
  private String subject;

  @Override
  protected Exit run(Session session) {
    var path = "subjects/" + TaplineHttp.encode(new NameLookup(session).subject(subject));
    var view = session.get(path, new Query());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(view);
      return Exit.OK;
    }
    printer.facts(facts(view));
    if (!view.path("properties").isEmpty()) {
      printer.heading("Properties");
      view.path("properties")
          .forEachEntry((name, value) -> printer.line("  " + name + "  " + Field.text(value)));
    }
    Why.print(view, printer);
    var history = session.get(path + "/history", new Query());
    new AttemptChart(history).print(printer);
    return Exit.OK;
  }

  private static Facts facts(JsonNode view) {
    return new Facts()
        .add("subject", Field.text(view, "subject_euid"))
        .add("name", Field.text(view, "subject_name"))
        .add("template", Field.text(view, "template_code"))
        .state("state", Field.text(view, "execution.state"))
        .add("revision", Field.text(view, "execution.revision"))
        .add("queue", Field.text(view, "execution.next_queue_key"))
        .add("action", Field.text(view, "execution.next_action_key"))
        .add("priority", Field.text(view, "execution.priority"))
        .add("attempts", Field.text(view, "execution.attempt_count"))
        .add("ready", Field.time(view, "execution.ready_at"))
        .add("due", Field.time(view, "execution.due_at"))
        .add("retry", Field.time(view, "execution.retry_at"))
        .add("site", Field.text(view, "execution.scope.site"))
        .add("platform", Field.text(view, "execution.scope.platform"))
        .add("assay", Field.text(view, "execution.scope.assay"))
        .add("hold", Field.text(view, "execution.hold_reason"))
        .add("lease", Field.text(view, "active_lease.lease_euid"))
        .add("worker", WORKER.text().apply(view.path("active_lease")))
        .add("lease expires", Field.time(view, "active_lease.expires_at"))
        .add("progress", Field.text(view, "active_lease.progress.message"))
        .add("dead letter", Field.text(view, "dead_letter.dead_letter_euid"))
        .add("last error", Field.text(view, "dead_letter.error_message"))
        .add("correlation", Field.text(view, "execution.correlation_id"))
        .add("transaction", Field.text(view, "execution.correlation.trx_euid"))
        .add("accession", Field.text(view, "execution.correlation.accession_euid"))
        .add("run", Field.text(view, "execution.correlation.run_euid"))
        .add("step", Field.text(view, "execution.correlation.step_euid"));
  }
}
