package io.tapline.cli.read;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline holds}. */
@Command(
    name = "holds",
    description = "Lists holds, oldest first.",
    footer = {"%nExample:", "  tapline holds --status ACTIVE"})
public final class HoldsCommand extends ListCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Lists only holds with this status: ACTIVE or RELEASED. Default: all.")
  private String status;

  public HoldsCommand() {
    super(
        "holds",
        "No hold matches.",
        TableColumn.text("HOLD", "hold_euid"),
        TableColumn.named("JOB", "subject_lookup_name", "subject_lookup_euid"),
        TableColumn.state("STATUS", "status"),
        TableColumn.text("CODE", "hold_code"),
        TableColumn.time("PLACED", "placed_at"),
        TableColumn.text("PLACED BY", "placed_by_lookup_name"),
        TableColumn.time("RELEASED", "released_at"),
        TableColumn.text("RELEASED BY", "released_by_lookup_name"),
        TableColumn.text("REASON", "reason"));
  }

  @Override
  protected QueryParameters query(ServerSession session) {
    return new QueryParameters().with("status", status);
  }
}
