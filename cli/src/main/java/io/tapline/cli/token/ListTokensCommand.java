package io.tapline.cli.token;

import io.tapline.cli.connect.Query;
import io.tapline.cli.print.Column;
import io.tapline.cli.read.ListCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline token list}. */
@Command(
    name = "list",
    description = "Lists stored tokens, oldest first, without their secrets.",
    footer = {"%nExample:", "  tapline token list --status ACTIVE"})
public final class ListTokensCommand extends ListCommand {

  @Option(names = "--status", paramLabel = "STATUS", description = "ACTIVE or REVOKED.")
  private String status;

  @Override
  protected String path() {
    return "/api/v1/tokens";
  }

  @Override
  protected Query query() {
    return new Query().with("status", status);
  }

  @Override
  protected List<Column> columns() {
    return List.of(
        Column.text("TOKEN", "token_euid"),
        Column.text("NAME", "name"),
        Column.text("ROLES", "roles"),
        Column.state("STATUS", "status"),
        Column.time("CREATED", "created_at"),
        Column.text("BY", "created_by"),
        Column.time("EXPIRES", "expires_at"),
        Column.time("ENDED", "ended_at"));
  }

  @Override
  protected String nothing() {
    return "There are no such tokens; tapline token create makes one.";
  }
}
