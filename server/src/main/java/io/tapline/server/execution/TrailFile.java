package io.tapline.server.execution;

import io.tapline.api.Page;
import io.tapline.server.http.HttpAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/**
 * The audit trail as a file of any length: it is sent page by page, and at most one page is in
 * memory.
 */
final class TrailFile {

  static final String TYPE = "text/csv";

  private static final List<String> COLUMNS =
      List.of(
          "at",
          "action_key",
          "actor",
          "role",
          "subject_euid",
          "queue_key",
          "worker_euid",
          "lease_euid",
          "from_state",
          "to_state",
          "reason",
          "correlation_id",
          "action_euid",
          "to_queue_key");

  private TrailFile() {}

  /**
   * @param pages from a cursor, null for the newest end, to the page there
   */
  static HttpAnswer download(Function<String, Page<JsonNode>> pages) {
    // An invalid filter has to be refused before the response begins.
    var first = pages.apply(null);
    return HttpAnswer.streamed(
            TYPE + ";charset=UTF-8",
            (request, response) -> write(first, pages, response.getOutputStream()))
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"tapline-activity.csv\"");
  }

  private static void write(
      Page<JsonNode> first, Function<String, Page<JsonNode>> pages, OutputStream out)
      throws IOException {
    out.write(bytes(CsvLines.line(COLUMNS)));
    for (var page = first; page != null; page = next(page, pages)) {
      for (var action : page.items()) {
        out.write(bytes(CsvLines.line(COLUMNS.stream().map(name -> text(action, name)).toList())));
      }
      out.flush();
    }
  }

  private static Page<JsonNode> next(Page<JsonNode> page, Function<String, Page<JsonNode>> pages) {
    return page.nextCursor() == null ? null : pages.apply(page.nextCursor());
  }

  private static String text(JsonNode action, String name) {
    return action.path(name).asString(null);
  }

  private static byte[] bytes(String line) {
    return line.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Lines for a spreadsheet; a text that it would read as a formula is marked as text. Every cell
   * is quoted, because some locales separate cells by semicolons.
   */
  private static final class CsvLines {

    /** Includes full-width forms, because some spreadsheets read them as the plain ones. */
    private static final Pattern FORMULA =
        Pattern.compile("^[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]");

    private CsvLines() {}

    static String line(Collection<String> cells) {
      return cells.stream().map(CsvLines::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String cell(String value) {
      var text = value == null ? "" : value;
      var safe = FORMULA.matcher(text).find() ? "'" + text : text;
      return "\"" + safe.replace("\"", "\"\"") + "\"";
    }
  }
}
