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
    description = "Retires a queue, so that its key can be reused. Requires an administrator.",
    footer = {
      "%nExample:",
      "  tapline queue retire old-extraction --reason 'protocol 3 replaces it'"
    })
public final class RetireQueueCommand extends ActCommand {

  @Parameters(paramLabel = "QUEUE", description = "The key of the queue.")
  private String queue;

  @Option(
      names = "--replaced-by",
      paramLabel = "QUEUE",
      description = "The key of the queue that replaces this one. Default: none.")
  private String successor;

  @Option(
      names = "--leave-waiting",
      description =
          "With --replaced-by: leaves the jobs of the queue for a new queue with the same key,"
              + " instead of a refusal.")
  private boolean leaveWaiting;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    var body = why.body().put("queue_key", queue);
    if (successor != null) {
      body.put("replaced_by", successor);
    }
    if (leaveWaiting) {
      body.put("leave_waiting", true);
    }
    return act(session, "retire-queue", body);
  }
}
