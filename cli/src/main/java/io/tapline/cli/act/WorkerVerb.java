package io.tapline.cli.act;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** An administrator's action on a worker. */
abstract class WorkerVerb extends ActCommand {

  @Parameters(
      paramLabel = "WORKER",
      description = "The EUID or key of the worker; tapline workers lists them.")
  private String worker;

  @Mixin private ReasonOption why;

  abstract String action();

  @Override
  protected ExitCode run(ServerSession session) {
    var euid = new NameLookup(session).worker(worker);
    return act(session, action(), why.body().put("worker_euid", euid));
  }
}
