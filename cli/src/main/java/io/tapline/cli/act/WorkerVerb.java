package io.tapline.cli.act;

import io.tapline.cli.Exit;
import io.tapline.cli.connect.Documents;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.Session;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Something that an administrator does to a worker. */
abstract class WorkerVerb extends ActCommand {

  @Parameters(paramLabel = "WORKER", description = "Its EUID or key; tapline workers shows them.")
  private String worker;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why, for the evidence.")
  private String reason;

  abstract String action();

  @Override
  protected Exit run(Session session) {
    var euid = new NameLookup(session).worker(worker);
    return act(
        session, action(), Documents.object().put("worker_euid", euid).put("reason", reason));
  }
}
