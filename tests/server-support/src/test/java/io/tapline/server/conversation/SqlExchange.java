package io.tapline.server.conversation;

import io.tapline.tapdb.Json;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.postgresql.util.PSQLException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code sql reader SELECT …} or {@code sql producer SELECT …}: one statement by a login that may
 * read a tenant, or that may enqueue for it. Rows are told in the order of what they say.
 */
final class SqlExchange implements StepRunner {

  /** Opens a connection as someone whom a script names. */
  interface Login {
    Connection as(String who) throws SQLException;
  }

  private final Login login;

  SqlExchange(Login login) {
    this.login = login;
  }

  @Override
  public StepAnswer run(String request, AnswerNormalizer normalizer) throws Exception {
    var parts = request.split(" ", 2);
    try (var connection = login.as(parts[0]);
        var statement = connection.createStatement();
        var found = statement.executeQuery(parts[1])) {
      var rows = rows(found);
      var printer = new AnswerPrinter(normalizer);
      rows.sort(Comparator.comparing(row -> normalizer.order(row.toString())));
      var lines = new ArrayList<String>();
      var all = JsonNodeFactory.instance.arrayNode();
      for (var row : rows) {
        lines.addAll(printer.lines(row));
        all.add(row);
      }
      lines.add(rows.size() + (rows.size() == 1 ? " row" : " rows"));
      return new StepAnswer(lines, where -> at(all, where));
    } catch (PSQLException e) {
      var message = e.getServerErrorMessage();
      var lines = new ArrayList<String>();
      lines.add("ERROR " + e.getSQLState() + " " + normalizer.text(message.getMessage()));
      tell(lines, "column", message.getColumn(), normalizer);
      tell(lines, "detail", message.getDetail(), normalizer);
      tell(lines, "hint", message.getHint(), normalizer);
      return new StepAnswer(lines, where -> null);
    }
  }

  private static void tell(
      List<String> lines, String name, String value, AnswerNormalizer normalizer) {
    if (value != null && !value.isEmpty()) {
      lines.add(name + ": " + normalizer.text(value));
    }
  }

  private static List<ObjectNode> rows(ResultSet found) throws SQLException {
    var rows = new ArrayList<ObjectNode>();
    var columns = found.getMetaData();
    while (found.next()) {
      var row = Json.object();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        var value = found.getString(i);
        if (value == null) {
          row.putNull(columns.getColumnLabel(i));
        } else if (columns.getColumnTypeName(i).startsWith("json")) {
          row.set(columns.getColumnLabel(i), Json.parse(value));
        } else {
          row.put(columns.getColumnLabel(i), value);
        }
      }
      rows.add(row);
    }
    return rows;
  }

  private static String at(ArrayNode rows, String where) {
    var node = rows.at(where);
    return node.isMissingNode() || node.isNull() ? null : node.asString();
  }
}
