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
      "Shows or changes the kill switch.",
      "While it is off, the tenant accepts no new jobs through any API; workers still claim and"
          + " finish existing jobs.",
      "A change requires an administrator."
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

  @Parameters(
      paramLabel = "on|off",
      arity = "0..1",
      description = "The new position. Default: the command only shows the switch.")
  private String position;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason, which is stored with the action; required for a change.")
  private String reason;

  @Override
  protected ExitCode run(ServerSession session) {
    if (position != null && !position.equals(ON) && !position.equals(OFF)) {
      throw wrong("the position is on or off, not '" + position + "'");
    }
    if (position != null && (reason == null || reason.isBlank())) {
      throw wrong("give the reason with --reason");
    }
    if (position == null && reason != null) {
      throw wrong("give on or off, or omit --reason");
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
        .add("new jobs", on ? "accepted" : "refused")
        .add("changed by", FieldText.text(is, "changed_by"))
        .add("changed at", FieldText.time(is, "changed_at"))
        .add("reason", FieldText.text(is, "reason"));
  }
}
