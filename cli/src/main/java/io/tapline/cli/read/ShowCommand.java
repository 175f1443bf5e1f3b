package io.tapline.cli.read;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.JobNoun;
import io.tapline.cli.print.TableColumn;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline show}. */
@Command(
    name = "show",
    description = "Shows one job: its state, lease, properties, attempts and result.",
    footer = {"%nExample:", "  tapline show Z-TK-1A"})
public final class ShowCommand extends ServerCommand {

  private static final TableColumn WORKER =
      TableColumn.named("worker", "worker_lookup_name", "worker_lookup_euid");

  @Parameters(paramLabel = "JOB", description = "The EUID or name of the job.")
  private String job;

  @Override
  protected ExitCode run(ServerSession session) {
    var path = "subjects/" + TaplineHttp.encode(new NameLookup(session).job(job));
    var view = session.get(path);
    var printer = session.printer();
    if (printer.json()) {
      printer.document(view);
      return ExitCode.OK;
    }
    printer.facts(facts(view));
    if (!view.path("properties").isEmpty()) {
      printer.heading("Properties");
      view.path("properties")
          .forEachEntry((name, value) -> printer.line("  " + name + "  " + FieldText.text(value)));
    }
    VisibilityReasons.print(view, printer);
    var history = session.get(path + "/history");
    new AttemptChart(history).print(printer);
    return ExitCode.OK;
  }

  private static FactSheet facts(JsonNode view) {
    return new FactSheet()
        .add(JobNoun.of(view).one(), FieldText.text(view, "subject_euid"))
        .add("name", FieldText.text(view, "subject_name"))
        .add("template", FieldText.text(view, "template_code"))
        .state("state", FieldText.text(view, "execution.state"))
        .add("revision", FieldText.text(view, "execution.revision"))
        .add("retired", FieldText.time(view, "execution.retired_at"))
        .add("finished", ofRetired(view, FieldText.time(view, "execution.summary.finished_at")))
        .add("cleaned by", FieldText.text(view, "execution.summary.cleaned_by"))
        .add("queue", queue(view))
        .add("action", FieldText.text(view, "execution.next_action_key"))
        .add("priority", FieldText.text(view, "execution.priority"))
        .add("attempts", FieldText.text(view, "execution.attempt_count"))
        .add("ready", FieldText.time(view, "execution.ready_at"))
        .add("due", FieldText.time(view, "execution.due_at"))
        .add("retry", FieldText.time(view, "execution.retry_at"))
        .add("site", FieldText.text(view, "execution.scope.site"))
        .add("platform", FieldText.text(view, "execution.scope.platform"))
        .add("assay", FieldText.text(view, "execution.scope.assay"))
        .add("hold", FieldText.text(view, "execution.hold_reason"))
        .add("lease", FieldText.text(view, "active_lease.lease_euid"))
        .add("worker", WORKER.text().apply(view.path("active_lease")))
        .add("lease expires", FieldText.time(view, "active_lease.expires_at"))
        .add("progress", FieldText.text(view, "active_lease.progress.message"))
        .add("dead letter", FieldText.text(view, "dead_letter.dead_letter_euid"))
        .add("last error", FieldText.text(view, "dead_letter.error_message"))
        .add("correlation", FieldText.text(view, "execution.correlation_id"))
        .add("transaction", FieldText.text(view, "execution.correlation.trx_euid"))
        .add("accession", FieldText.text(view, "execution.correlation.accession_euid"))
        .add("run", FieldText.text(view, "execution.correlation.run_euid"))
        .add("step", FieldText.text(view, "execution.correlation.step_euid"));
  }

  /** For live work the history contains the value. */
  private static String ofRetired(JsonNode view, String text) {
    return view.at("/execution/retired_at").isMissingNode() ? FieldText.NONE : text;
  }

  /** The queue in which the job waits; the last queue of a retired job. */
  private static String queue(JsonNode view) {
    var next = FieldText.text(view, "execution.next_queue_key");
    return next.equals(FieldText.NONE)
        ? ofRetired(view, FieldText.text(view, "execution.summary.queue_key"))
        : next;
  }
}
