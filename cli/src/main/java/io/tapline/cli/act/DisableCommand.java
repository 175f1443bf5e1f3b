package io.tapline.cli.act;

import picocli.CommandLine.Command;

/** {@code tapline disable}. */
@Command(
    name = "disable",
    description = "Disables a worker: it can neither claim jobs nor renew leases.",
    footer = {"%nExample:", "  tapline disable Z-WK-1A --reason 'it runs the wrong version'"})
public final class DisableCommand extends WorkerVerb {

  @Override
  String action() {
    return "disable-worker";
  }
}
