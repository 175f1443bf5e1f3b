package io.tapline.cli.connect;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.print.FieldText;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Resolves names to EUIDs. An unknown name is passed on unchanged, and the server refuses it; a
 * name of several objects is refused with their EUIDs.
 */
public final class NameLookup {

  /** A name of this form is taken for an EUID. */
  private static final Pattern EUID = Pattern.compile("[A-Z0-9]+-[A-Z]{2}-[0-9A-Z]+");

  private static final int MOST = 10_000;
  private static final int SHOWN = 5;

  private final ServerSession session;

  public NameLookup(ServerSession session) {
    this.session = session;
  }

  /**
   * @param text null, an EUID, or the name that it was enqueued with
   */
  public String job(String text) {
    return found(
        text,
        "subjects",
        new QueryParameters().with("q", text),
        "subject_euid",
        row -> is(row, "subject_name", text),
        "state");
  }

  /** Retired workers are ignored. */
  public String worker(String text) {
    return found(
        text,
        "workers",
        new QueryParameters(),
        "worker_euid",
        row ->
            (is(row, "worker_key", text) || is(row, "display_name", text))
                && !is(row, "effective_status", "RETIRED"),
        "effective_status");
  }

  /** Only active webhooks are searched. */
  public String webhook(String text) {
    return active(text, "/api/v1/webhooks", "webhook_euid");
  }

  /** Only active tokens are searched. */
  public String token(String text) {
    return active(text, "/api/v1/tokens", "token_euid");
  }

  private String active(String text, String path, String euid) {
    return found(
        text,
        path,
        new QueryParameters().with("status", "ACTIVE"),
        euid,
        row -> is(row, "name", text),
        "status");
  }

  private static boolean is(JsonNode row, String field, String text) {
    return row.path(field).asString("").equals(text);
  }

  private String found(
      String text,
      String path,
      QueryParameters query,
      String euid,
      Predicate<JsonNode> called,
      String state) {
    if (text == null || text.isBlank() || EUID.matcher(text).matches()) {
      return text;
    }
    var all = session.list(path, query, MOST).items().stream().filter(called).toList();
    if (all.size() > 1) {
      throw CommandFailed.usage(
          "%s objects have the name '%s': %s; give the EUID"
              .formatted(all.size(), text, shown(all, euid, state)));
    }
    return all.isEmpty() ? text : FieldText.text(all.get(0), euid);
  }

  private static String shown(List<JsonNode> all, String euid, String state) {
    return all.stream()
            .limit(SHOWN)
            .map(row -> FieldText.text(row, euid) + " " + FieldText.text(row, state))
            .collect(Collectors.joining(", "))
        + (all.size() > SHOWN ? ", …" : "");
  }
}
