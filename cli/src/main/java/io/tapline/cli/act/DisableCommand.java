package io.tapline.cli.act;

import picocli.CommandLine.Command;

/** {@code tapline disable}. */
@Command(
    name = "disable",
    description = "A worker may neither claim nor renew any more.",
    footer = {"%nExample:", "  tapline disable Z-WK-1A --reason 'it runs the wrong version'"})
public final class DisableCommand extends WorkerVerb {

  @Override
  String action() {
    return "disable-worker";
  }
}
