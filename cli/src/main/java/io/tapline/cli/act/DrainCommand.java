package io.tapline.cli.act;

import picocli.CommandLine.Command;

/** {@code tapline drain}. */
@Command(
    name = "drain",
    description = "Drains a worker: it finishes its jobs and claims no new ones.",
    footer = {"%nExample:", "  tapline drain Z-WK-1A --reason 'maintenance tonight'"})
public final class DrainCommand extends WorkerVerb {

  @Override
  String action() {
    return "drain-worker";
  }
}
