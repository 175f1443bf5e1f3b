package io.tapline.cli.read;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Column;
import io.tapline.client.TaplineHttp;
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

  private static final List<Column> NODES =
      List.of(
          Column.text("OBJECT", "euid"),
          Column.text("KIND", "kind"),
          Column.text("TEMPLATE", "template_code"),
          Column.text("NAME", "name"),
          Column.time("CREATED", "created_at"),
          Column.text("BY", "made_by.actor"),
          Column.text("ACTION", "made_by.action_key"),
          Column.text("WORKER", "made_by.worker_euid"));

  private static final List<Column> EDGES =
      List.of(
          Column.text("PARENT", "parent"),
          Column.text("RELATIONSHIP", "relationship"),
          Column.text("CHILD", "child"));

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
  protected Exit run(Session session) {
    var lineage =
        session.get(
            "subjects/" + TaplineHttp.encode(new NameLookup(session).subject(subject)) + "/lineage",
            new Query().with("direction", direction).with("depth", depth));
    var printer = session.printer();
    if (printer.json()) {
      printer.document(lineage);
      return Exit.OK;
    }
    printer.table(NODES, all(lineage.path("nodes")));
    if (!lineage.path("edges").isEmpty()) {
      printer.heading("Links");
      printer.table(EDGES, all(lineage.path("edges")));
    }
    if (lineage.path("truncated").asBoolean()) {
      printer.remark("There is more; --depth goes deeper, or ask for one of the objects above.");
    }
    return Exit.OK;
  }

  private static List<JsonNode> all(JsonNode list) {
    var rows = new ArrayList<JsonNode>();
    list.forEach(rows::add);
    return rows;
  }
}
