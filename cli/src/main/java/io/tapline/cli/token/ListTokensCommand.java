package io.tapline.cli.token;

import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.print.TableColumn;
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
  protected QueryParameters query() {
    return new QueryParameters().with("status", status);
  }

  @Override
  protected List<TableColumn> columns() {
    return List.of(
        TableColumn.text("TOKEN", "token_euid"),
        TableColumn.text("NAME", "name"),
        TableColumn.text("ROLES", "roles"),
        TableColumn.state("STATUS", "status"),
        TableColumn.time("CREATED", "created_at"),
        TableColumn.text("BY", "created_by"),
        TableColumn.time("EXPIRES", "expires_at"),
        TableColumn.time("ENDED", "ended_at"));
  }

  @Override
  protected String nothing() {
    return "There are no such tokens; tapline token create makes one.";
  }
}
