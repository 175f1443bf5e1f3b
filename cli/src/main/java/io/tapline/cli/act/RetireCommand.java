package io.tapline.cli.act;

import picocli.CommandLine.Command;

/** {@code tapline retire}. */
@Command(
    name = "retire",
    description = "Retires a worker permanently and ends its leases.",
    footer = {"%nExample:", "  tapline retire Z-WK-1A --reason 'the host is gone'"})
public final class RetireCommand extends WorkerVerb {

  @Override
  String action() {
    return "retire-worker";
  }
}
