package io.tapline.cli.read;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import io.tapline.client.http.TaplineHttp;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline lineage}. */
@Command(
    name = "lineage",
    description = {
      "Shows the ancestors and descendants of a job, with their actors and actions.",
      "Descendants are objects that were created from the job."
    },
    footer = {"%nExample:", "  tapline lineage Z-TK-1A --direction down --depth 5"})
public final class LineageCommand extends ServerCommand {

  private static final List<TableColumn> NODES =
      List.of(
          TableColumn.text("OBJECT", "euid"),
          TableColumn.text("KIND", "kind"),
          TableColumn.text("TEMPLATE", "template_code"),
          TableColumn.text("NAME", "name"),
          TableColumn.time("CREATED", "created_at"),
          TableColumn.text("ACTOR", "made_by.actor"),
          TableColumn.text("ACTION", "made_by.action_key"),
          TableColumn.text("WORKER", "made_by.worker_euid"));

  private static final List<TableColumn> EDGES =
      List.of(
          TableColumn.text("PARENT", "parent"),
          TableColumn.text("RELATIONSHIP", "relationship"),
          TableColumn.text("CHILD", "child"));

  @Parameters(paramLabel = "JOB", description = "The EUID or name of the job.")
  private String job;

  @Option(
      names = "--direction",
      paramLabel = "WAY",
      description = "The direction: up (ancestors), down (descendants) or both. Default: both.")
  private String direction;

  @Option(
      names = "--depth",
      paramLabel = "N",
      description = "The maximum number of generations. Default: 8.")
  private Integer depth;

  @Override
  protected ExitCode run(ServerSession session) {
    var lineage =
        session.get(
            "subjects/" + TaplineHttp.encode(new NameLookup(session).job(job)) + "/lineage",
            new QueryParameters().with("direction", direction).with("depth", depth));
    var printer = session.printer();
    if (printer.json()) {
      printer.document(lineage);
      return ExitCode.OK;
    }
    printer.table(NODES, lineage.path("nodes"));
    if (!lineage.path("edges").isEmpty()) {
      printer.heading("Links");
      printer.table(EDGES, lineage.path("edges"));
    }
    if (lineage.path("truncated").asBoolean()) {
      printer.remark(
          "The list is incomplete; increase --depth, or request the lineage of a listed object.");
    }
    return ExitCode.OK;
  }
}
