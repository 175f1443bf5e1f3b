package io.tapline.cli.read;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import io.tapline.client.http.TaplineHttp;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline lineage}. */
@Command(
    name = "lineage",
    description = {
      "Shows everything that was made from a subject, by whom and with what.",
      "--direction up shows what it was made from."
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
          TableColumn.text("BY", "made_by.actor"),
          TableColumn.text("ACTION", "made_by.action_key"),
          TableColumn.text("WORKER", "made_by.worker_euid"));

  private static final List<TableColumn> EDGES =
      List.of(
          TableColumn.text("PARENT", "parent"),
          TableColumn.text("RELATIONSHIP", "relationship"),
          TableColumn.text("CHILD", "child"));

  @Parameters(paramLabel = "SUBJECT", description = "Its EUID or name.")
  private String subject;

  @Option(
      names = "--direction",
      paramLabel = "WAY",
      description = "down (made from it), up (it was made from) or both.")
  private String direction;

  @Option(names = "--depth", paramLabel = "N", description = "How many generations.")
  private Integer depth;

  @Override
  protected ExitCode run(ServerSession session) {
    var lineage =
        session.get(
            "subjects/" + TaplineHttp.encode(new NameLookup(session).subject(subject)) + "/lineage",
            new QueryParameters().with("direction", direction).with("depth", depth));
    var printer = session.printer();
    if (printer.json()) {
      printer.document(lineage);
      return ExitCode.OK;
    }
    printer.table(NODES, all(lineage.path("nodes")));
    if (!lineage.path("edges").isEmpty()) {
      printer.heading("Links");
      printer.table(EDGES, all(lineage.path("edges")));
    }
    if (lineage.path("truncated").asBoolean()) {
      printer.remark("There is more; --depth goes deeper, or ask for one of the objects above.");
    }
    return ExitCode.OK;
  }

  private static List<JsonNode> all(JsonNode list) {
    var rows = new ArrayList<JsonNode>();
    list.forEach(rows::add);
    return rows;
  }
}
