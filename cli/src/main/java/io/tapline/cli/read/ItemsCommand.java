package io.tapline.cli.read;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.JobNoun;
import io.tapline.cli.print.TableColumn;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline items}. */
@Command(
    name = "items",
    description = "Lists the jobs of a queue that can be claimed now, in the order of claims.",
    footer = {"%nExample:", "  tapline items extraction --limit 20"})
public final class ItemsCommand extends ListCommand {

  @Parameters(paramLabel = "QUEUE", description = "The key of the queue.")
  private String queue;

  @Option(
      names = "--site",
      paramLabel = "SITE",
      description = "Lists only jobs of this site. Default: all.")
  private String site;

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      description = "Lists only jobs of this platform. Default: all.")
  private String platform;

  @Option(
      names = "--assay",
      paramLabel = "NAME",
      description = "Lists only jobs of this assay. Default: all.")
  private String assay;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Lists only jobs in this state: READY or FAILED_RETRYABLE. Default: both.")
  private String state;

  public ItemsCommand() {
    super(
        null,
        null,
        TableColumn.jobs("subject_euid"),
        TableColumn.text("NAME", "subject_name"),
        TableColumn.state("STATE", "state"),
        TableColumn.number("PRIORITY", "priority"),
        TableColumn.time("DUE", "due_at"),
        TableColumn.time("READY", "ready_at"),
        TableColumn.number("ATTEMPTS", "attempt_count"),
        TableColumn.seconds("WAITED", "queue_residence_seconds"),
        TableColumn.text("ACTION", "next_action_key"));
  }

  @Override
  protected QueryParameters query(ServerSession session) {
    return new QueryParameters()
        .with("site", site)
        .with("platform", platform)
        .with("assay", assay)
        .with("state", state);
  }

  @Override
  protected String nothing(ServerSession session) {
    var noun = JobNoun.of(session.get("queues/" + TaplineHttp.encode(queue)));
    return "No %s can be claimed from %s now; tapline why %s prints the reasons for one %s."
        .formatted(noun.one(), queue, noun.title().replace(' ', '_'), noun.one());
  }

  @Override
  protected String path(ServerSession session) {
    return "queues/" + TaplineHttp.encode(queue) + "/items";
  }
}
