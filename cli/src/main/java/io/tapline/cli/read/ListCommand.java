package io.tapline.cli.read;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import java.util.List;
import picocli.CommandLine.Option;

/** Shows a list of the server as a table, or as its items and the next cursor. */
public abstract class ListCommand extends ServerCommand {

  private static final int MOST = 1_000_000;

  @Option(
      names = "--limit",
      paramLabel = "N",
      order = 90,
      description = "The maximum number of rows. Default: ${DEFAULT-VALUE}.")
  private int limit = 50;

  private final String path;
  private final String nothing;
  private final List<TableColumn> columns;

  /**
   * @param path the path under the execution API; null if {@link #path(ServerSession)} is
   *     overridden
   * @param nothing the remark for an empty list; null if {@link #nothing(ServerSession)} is
   *     overridden
   */
  protected ListCommand(String path, String nothing, List<TableColumn> columns) {
    this.path = path;
    this.nothing = nothing;
    this.columns = columns;
  }

  protected ListCommand(String path, String nothing, TableColumn... columns) {
    this(path, nothing, List.of(columns));
  }

  protected String path(ServerSession session) {
    return path;
  }

  protected QueryParameters query(ServerSession session) {
    return new QueryParameters();
  }

  protected String nothing(ServerSession session) {
    return nothing;
  }

  @Override
  protected ExitCode run(ServerSession session) {
    if (limit < 1 || limit > MOST) {
      throw wrong("--limit must be 1 to " + MOST + ", not " + limit);
    }
    var page = session.list(path(session), query(session), limit);
    var printer = session.printer();
    if (printer.json()) {
      printer.document(page.document());
      return ExitCode.OK;
    }
    if (page.items().isEmpty()) {
      printer.remark(nothing(session));
      return ExitCode.OK;
    }
    printer.table(columns, page.items());
    if (page.nextCursor() != null) {
      printer.remark("The list is incomplete; increase --limit.");
    }
    return ExitCode.OK;
  }
}
