package io.tapline.cli.job;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.CommandGroup;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline workflows}: jobs that depend on each other. */
@Command(
    name = "workflows",
    description = "Lists, shows, creates and cancels workflows of dependent jobs.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      WorkflowsCommand.ListWorkflows.class,
      WorkflowsCommand.ShowWorkflow.class,
      WorkflowsCommand.CreateWorkflow.class,
      WorkflowsCommand.CancelWorkflow.class
    },
    footer = {"%nExample:", "  tapline workflows list"})
public final class WorkflowsCommand extends CommandGroup {

  /** {@code tapline workflows list}. */
  @Command(
      name = "list",
      description = "Lists workflows with their status, newest first.",
      footer = {"%nExample:", "  tapline workflows list --limit 10"})
  static final class ListWorkflows extends ListCommand {

    public ListWorkflows() {
      super(
          "/api/v1/workflows",
          "There are no workflows; tapline workflows create creates one.",
          TableColumn.text("WORKFLOW", "workflow_id"),
          TableColumn.text("KIND", "workflow_kind"),
          TableColumn.state("STATUS", "status"),
          TableColumn.number("JOBS", "job_count"),
          TableColumn.text("GENERATOR", "generator"),
          TableColumn.text("CREATED BY", "enqueued_by"),
          TableColumn.time("CREATED", "enqueued_at"));
    }
  }

  /** {@code tapline workflows show}. */
  @Command(
      name = "show",
      description = "Shows a workflow with its jobs and their dependencies.",
      footer = {"%nExample:", "  tapline workflows show Z-WF-1A"})
  static final class ShowWorkflow extends ServerCommand {

    @Parameters(
        paramLabel = "WORKFLOW",
        description = "The id of the workflow; tapline workflows list prints the ids.")
    private String workflow;

    @Override
    protected ExitCode run(ServerSession session) {
      var view = session.get("/api/v1/workflows/" + TaplineHttp.encode(workflow));
      return show(session, view, printer -> WorkflowFacts.print(view, printer));
    }
  }

  /** {@code tapline workflows create}. */
  @Command(
      name = "create",
      description =
          "Creates a workflow with all of its jobs from a YAML or JSON file, in one transaction.",
      footer = {"%nExample:", "  tapline workflows create pipeline.yaml"})
  static final class CreateWorkflow extends WorkflowAct {

    @Parameters(
        paramLabel = "FILE",
        description =
            "The file with workflow_kind, generator and jobs; after names the preceding jobs of a job.")
    private String file;

    @Override
    protected ExitCode run(ServerSession session) {
      return done(session, "", InputDocuments.file(here().directory().resolve(file)));
    }
  }

  /** {@code tapline workflows cancel}. */
  @Command(
      name = "cancel",
      description = "Cancels all unfinished jobs of a workflow.",
      footer = {"%nExample:", "  tapline workflows cancel Z-WF-1A --reason 'order withdrawn'"})
  static final class CancelWorkflow extends WorkflowAct {

    @Parameters(paramLabel = "WORKFLOW", description = "The id of the workflow.")
    private String workflow;

    @Mixin private ReasonOption why;

    @Override
    protected ExitCode run(ServerSession session) {
      return done(session, "/" + TaplineHttp.encode(workflow) + "/cancel", why.body());
    }
  }

  /** A command that changes a workflow and then shows it. */
  abstract static class WorkflowAct extends ActCommand {

    protected final ExitCode done(ServerSession session, String path, ObjectNode body) {
      var answer = post(session, "/api/v1/workflows" + path, body);
      return show(
          session, answer, printer -> WorkflowFacts.print(answer.path("workflow"), printer));
    }
  }

  /** The facts of a workflow and its jobs, for people. */
  static final class WorkflowFacts {

    private WorkflowFacts() {}

    static void print(JsonNode workflow, ResultPrinter printer) {
      printer.facts(
          new FactSheet()
              .add("workflow", FieldText.text(workflow, "workflow_id"))
              .add("kind", FieldText.text(workflow, "workflow_kind"))
              .add("generator", FieldText.text(workflow, "generator"))
              .state("status", FieldText.text(workflow, "status"))
              .add("correlation", FieldText.text(workflow, "correlation_id"))
              .add("created by", FieldText.text(workflow, "enqueued_by"))
              .add("created", FieldText.time(workflow, "enqueued_at"))
              .add("finished", FieldText.time(workflow, "finished_at")));
      var jobs = workflow.path("jobs");
      if (!jobs.isEmpty()) {
        printer.heading("Jobs");
        printer.table(JobFacts.COLUMNS, jobs);
      }
      if (!workflow.path("edges").isEmpty()) {
        printer.heading("Dependencies");
        workflow
            .path("edges")
            .forEach(
                edge ->
                    printer.line(
                        FieldText.text(edge, "child")
                            + " waits for "
                            + FieldText.text(edge, "parent")
                            + ", on failure "
                            + FieldText.text(edge, "on_failure")));
      }
    }
  }
}
