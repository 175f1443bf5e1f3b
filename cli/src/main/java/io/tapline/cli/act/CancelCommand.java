package io.tapline.cli.act;

import io.tapline.cli.connect.InputDocuments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline cancel}. */
@Command(
    name = "cancel",
    description = "Cancels jobs, or with --soft requests their workers to stop.",
    footer = {
      "%nExamples:",
      "  tapline cancel Z-TK-1A --soft --reason 'order withdrawn'",
      "  tapline cancel --queue extraction --site basel --reason 'study closed' --yes"
    })
public final class CancelCommand extends JobVerb {

  @Option(
      names = "--soft",
      description =
          "Requests the worker that holds the lease to stop, instead of ending the lease.")
  private boolean soft;

  @Override
  String action() {
    return "cancel";
  }

  @Override
  ObjectNode body() {
    return InputDocuments.object().put("mode", soft ? "soft" : "hard");
  }
}
