package io.tapline.cli.act;

import io.tapline.cli.connect.InputDocuments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline hold}. */
@Command(
    name = "hold",
    description = "Places a hold on jobs: workers cannot claim them until the hold is released.",
    footer = {
      "%nExamples:",
      "  tapline hold Z-TK-1A --code RECHECK --reason 'label is smudged'",
      "  tapline hold --site basel --code RECALL --reason 'bad lot' --yes"
    })
public final class HoldCommand extends JobVerb {

  @Option(
      names = "--code",
      paramLabel = "CODE",
      required = true,
      description =
          "The code of the hold, of letters, digits and _ . : -; explanations belong in"
              + " --reason.")
  private String code;

  @Override
  String action() {
    return "hold";
  }

  @Override
  ObjectNode body() {
    return InputDocuments.object().put("hold_code", code);
  }
}
