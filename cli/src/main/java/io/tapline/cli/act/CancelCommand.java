package io.tapline.cli.act;

import io.tapline.cli.connect.InputDocuments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline cancel}. */
@Command(
    name = "cancel",
    description = "Ends subjects for good; --soft asks the worker that has one to stop.",
    footer = {
      "%nExamples:",
      "  tapline cancel Z-TK-1A --soft --reason 'order withdrawn'",
      "  tapline cancel --queue extraction --site basel --reason 'study closed' --yes"
    })
public final class CancelCommand extends SubjectVerb {

  @Option(names = "--soft", description = "Ask the worker that has it to stop.")
  private boolean soft;

  @Override
  String action() {
    return "cancel";
  }

  @Override
  String verb() {
    return "cancel";
  }

  @Override
  String unable(JsonNode item) {
    return ended(item);
  }

  @Override
  ObjectNode body() {
    return InputDocuments.object().put("mode", soft ? "soft" : "hard");
  }
}
