package io.tapline.cli.read;

import io.tapline.cli.connect.Query;
import io.tapline.cli.print.Column;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline holds}. */
@Command(
    name = "holds",
    description = "Lists holds, oldest first.",
    footer = {"%nExample:", "  tapline holds --status ACTIVE"})
public final class HoldsCommand extends ListCommand {

  @Option(names = "--status", paramLabel = "STATUS", description = "ACTIVE or RELEASED.")
  private String status;

  @Override
  protected String path() {
    return "holds";
  }

  @Override
  protected Query query() {
    return new Query().with("status", status);
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("HOLD", "hold_euid"),
        Column.named("SUBJECT", "subject_lookup_name", "subject_lookup_euid"),
        Column.state("STATUS", "status"),
        Column.text("CODE", "hold_code"),
        Column.time("PLACED", "placed_at"),
        Column.text("BY", "placed_by_lookup_name"),
        Column.time("RELEASED", "released_at"),
        Column.text("BY", "released_by_lookup_name"),
        Column.text("REASON", "reason"));
  }

  @Override
  protected String nothing() {
    return "There are no such holds.";
  }
}
