package io.tapline.cli.act;

import io.tapline.cli.connect.InputDocuments;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Why something is done: asked for wherever evidence would be poor without it. */
public final class ReasonOption {

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      order = 89,
      description = "Why, for the evidence.")
  private String reason;

  /** A request that says why, and nothing else so far. */
  public ObjectNode body() {
    return InputDocuments.object().put("reason", reason);
  }
}
