package io.tapline.cli.job;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline jobs switch}. */
@Command(
    name = "switch",
    description = {
      "Shows the kill switch, or turns it.",
      "While it is off the tenant takes no new work, by any door; what is under way may finish.",
      "Only administrators turn it."
    },
    footer = {
      "%nExamples:",
      "  tapline jobs switch",
      "  tapline jobs switch off --reason 'storage is full'",
      "  tapline jobs switch on --reason 'storage was added'"
    })
public final class SwitchCommand extends ActCommand {

  private static final String PATH = "/api/v1/jobs/switch";

  private static final String ON = "on";
  private static final String OFF = "off";

  @Parameters(paramLabel = "on|off", arity = "0..1", description = "Absent: it is only shown.")
  private String position;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why, for the evidence; needed to turn it.")
  private String reason;

  @Override
  protected ExitCode run(ServerSession session) {
    if (position != null && !position.equals(ON) && !position.equals(OFF)) {
      throw wrong("it is turned on or off, not '" + position + "'");
    }
    if (position != null && (reason == null || reason.isBlank())) {
      throw wrong("say why with --reason");
    }
    if (position == null && reason != null) {
      throw wrong("say on or off, or leave --reason out");
    }
    var printer = session.printer();
    if (position != null) {
      var turned =
          post(
              session,
              PATH,
              InputDocuments.object().put("enabled", position.equals(ON)).put("reason", reason));
      if (printer.json()) {
        printer.document(turned);
        return ExitCode.OK;
      }
    }
    var is = session.get(PATH, new QueryParameters());
    if (printer.json()) {
      printer.document(is);
    } else {
      printer.facts(facts(is));
    }
    return ExitCode.OK;
  }

  private static FactSheet facts(JsonNode is) {
    boolean on = is.path("enabled").asBoolean();
    return new FactSheet()
        .add("switch", on ? "on" : "off")
        .add("new work", on ? "taken" : "refused")
        .add("turned by", FieldText.text(is, "changed_by"))
        .add("turned at", FieldText.time(is, "changed_at"))
        .add("reason", FieldText.text(is, "reason"));
  }
}
