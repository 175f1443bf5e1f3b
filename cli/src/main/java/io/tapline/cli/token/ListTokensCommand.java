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
    description = "Lists API tokens without their secrets, oldest first.",
    footer = {"%nExample:", "  tapline token list --status ACTIVE"})
public final class ListTokensCommand extends ListCommand {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Lists only tokens with this status: ACTIVE or REVOKED. Default: all.")
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
        TableColumn.text("CREATED BY", "created_by"),
        TableColumn.time("EXPIRES", "expires_at"),
        TableColumn.time("ENDED", "ended_at"));
  }

  @Override
  protected String nothing() {
    return "No token matches; tapline token create creates one.";
  }
}
