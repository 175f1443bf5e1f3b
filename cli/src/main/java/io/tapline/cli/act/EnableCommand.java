package io.tapline.cli.act;

import picocli.CommandLine.Command;

/** {@code tapline enable}. */
@Command(
    name = "enable",
    description = "Enables a drained or disabled worker again.",
    footer = {"%nExample:", "  tapline enable Z-WK-1A --reason 'maintenance is over'"})
public final class EnableCommand extends WorkerVerb {

  @Override
  String action() {
    return "enable-worker";
  }
}
