package io.tapline.cli.queue;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline queue retire}. */
@Command(
    name = "retire",
    description =
        "Takes a queue out of service; its key is free for a successor. For administrators.",
    footer = {
      "%nExample:",
      "  tapline queue retire old-extraction --reason 'protocol 3 replaces it'"
    })
public final class RetireQueueCommand extends ActCommand {

  @Parameters(paramLabel = "QUEUE", description = "Its key.")
  private String queue;

  @Option(
      names = "--replaced-by",
      paramLabel = "QUEUE",
      description = "The queue that succeeds it.")
  private String successor;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    var body = why.body().put("queue_key", queue);
    if (successor != null) {
      body.put("replaced_by", successor);
    }
    return act(session, "retire-queue", body);
  }
}
