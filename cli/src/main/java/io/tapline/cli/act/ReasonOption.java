package io.tapline.cli.act;

import io.tapline.cli.connect.InputDocuments;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** The reason of an action, required where evidence would be incomplete without it. */
public final class ReasonOption {

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      order = 89,
      description = "The reason, which is stored with the action.")
  private String reason;

  /** A request that contains only the reason. */
  public ObjectNode body() {
    return InputDocuments.object().put("reason", reason);
  }
}
