package io.tapline.server.conversation;

import io.tapline.tapdb.BuildVersion;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.EuidUuid;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The one place where everything that varies from run to run gets a stable name. What is the same
 * thing keeps its name throughout a chapter: {@code <euid ES 3>} is the third lease that was told
 * of, wherever it is told again. Times are relative to the chapter's start, on a clock that stands.
 */
public final class AnswerNormalizer {

  private static final Pattern EUID = Pattern.compile("\\b[A-Z]{1,4}-[A-Z]{2,4}-[0-9A-Z]{2,14}\\b");
  private static final Pattern UUIDS =
      Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b");
  private static final Pattern TIME =
      Pattern.compile(
          "\\b(\\d{4}-\\d\\d-\\d\\d)([T ])(\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?(Z|\\+00(?::00)?)");

  /** As tables show them to people: in UTC, to the second. */
  private static final Pattern TABLE_TIME =
      Pattern.compile("\\b(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)(?![.+Z\\d])");

  /** Times of protocol buffers, as text. */
  private static final Pattern SECONDS =
      Pattern.compile("seconds: (\\d{9,11})\\s+nanos: (\\d{1,9})\\b");

  /** Bearer tokens and session cookies: tapline.TENANT.EUID.SECRET. */
  private static final Pattern SECRET = Pattern.compile("\\btapline\\.[a-z0-9_-]+\\.[^\"\\s;]+");

  private static final Pattern HOST = Pattern.compile("(127\\.0\\.0\\.1|localhost):\\d{2,5}");

  /** The example of a time in refusals, which is not the time of a clock. */
  private static final String EXAMPLE = "2026-01-05T12:00:00Z";

  /** Times that are further away were sent by the script as they are. */
  private static final Duration NEAR = Duration.ofDays(400);

  /** Fields whose values mean nothing outside of this run, and what they are called instead. */
  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry("fencing_token", "fence"),
          Map.entry("next_cursor", "cursor"),
          Map.entry("cursor", "cursor"),
          Map.entry("after", "cursor"),
          Map.entry("lease_token", "secret"),
          Map.entry("csrf_token", "secret"),
          Map.entry("payload_hash", "hash"),
          Map.entry("read_key", "feed key"),
          Map.entry("read_uid", "uid"),
          Map.entry("tenant_id", "tenant"));

  private final Instant start;
  private final Map<String, String> literals = new LinkedHashMap<>();
  private final Map<String, Map<String, Integer>> numbers = new HashMap<>();
  private boolean peeking;

  /**
   * @param start what the clock says as the chapter begins
   */
  public AnswerNormalizer(Instant start) {
    this.start = start;
    literal(BuildVersion.text(), "<version>");
  }

  /** A text of this run that is always the same thing. */
  public void literal(String text, String name) {
    literals.put(text, name);
  }

  /** A time so many seconds after the chapter's start, as requests send it. */
  String time(long seconds) {
    return start.plusSeconds(seconds).toString();
  }

  /** A name for a field's value, where the field says what it is; else null. */
  String named(String field, JsonNode value) {
    var kind = field == null ? null : FIELDS.get(field);
    if (kind == null || value.isNull() || value.isContainer()) {
      return null;
    }
    return numbered(kind, value.asString());
  }

  /** A stable name for something that has no form of its own to know it by. */
  public String numbered(String kind, String value) {
    var known = numbers.computeIfAbsent(kind, k -> new HashMap<>());
    if (peeking && !known.containsKey(value)) {
      return "<" + kind + " ?>";
    }
    return "<" + kind + " " + known.computeIfAbsent(value, v -> known.size() + 1) + ">";
  }

  /** As {@link #text}, with {@code ?} for what has no number yet and gets none. */
  String peek(String text) {
    peeking = true;
    try {
      return text(text);
    } finally {
      peeking = false;
    }
  }

  /**
   * The sort key of rows: their text, and for equal texts of objects that are new in the
   * conversation, their age.
   */
  String order(String row) {
    var ages = new StringBuilder(peek(row));
    EUID.matcher(row)
        .results()
        .forEach(
            found ->
                EuidMint.uidOf(found.group())
                    .ifPresent(uid -> ages.append(" %019d".formatted(uid))));
    return ages.toString();
  }

  public String text(String text) {
    var out = text;
    for (var literal : literals.entrySet()) {
      out = out.replace(literal.getKey(), literal.getValue());
    }
    out = replace(SECRET, out, found -> numbered("secret", found.group()));
    out = replace(UUIDS, out, this::uuid);
    out = replace(EUID, out, found -> euid(found.group()));
    out = replace(TIME, out, this::time);
    out = replace(TABLE_TIME, out, this::tableTime);
    out = replace(SECONDS, out, this::seconds);
    return HOST.matcher(out).replaceAll("<host>");
  }

  private static String replace(Pattern pattern, String text, Function<MatchResult, String> by) {
    return pattern.matcher(text).replaceAll(found -> Matcher.quoteReplacement(by.apply(found)));
  }

  private String euid(String text) {
    if (EuidMint.uidOf(text).isEmpty()) {
      return text;
    }
    return numbered("euid " + text.split("-")[1], text);
  }

  private String uuid(MatchResult found) {
    return EuidUuid.euidOf(UUID.fromString(found.group()))
        .map(euid -> euid(euid).replace("<euid", "<uuid of"))
        .orElseGet(() -> numbered("uuid", found.group()));
  }

  private String time(MatchResult found) {
    var fraction = found.group(4) == null ? "" : found.group(4);
    var at = Instant.parse(found.group(1) + "T" + found.group(3) + fraction + "Z");
    if (found.group().equals(EXAMPLE) || Duration.between(start, at).abs().compareTo(NEAR) > 0) {
      return found.group();
    }
    var form = found.group(2).equals("T") && found.group(5).equals("Z") ? "" : " sql";
    // Six digits are what times have, unless somebody cut them.
    var cut = fraction.length() == 7 ? "" : " " + Math.max(0, fraction.length() - 1) + " digits";
    return relative(at) + form + cut + ">";
  }

  private String tableTime(MatchResult found) {
    var local = LocalDateTime.parse(found.group(1) + "T" + found.group(2));
    var at = local.toInstant(ZoneOffset.UTC);
    return Duration.between(start, at).abs().compareTo(NEAR) > 0
        ? found.group()
        : relative(at.plusNanos(start.getNano())) + " table>";
  }

  private String seconds(MatchResult found) {
    var at = Instant.ofEpochSecond(Long.parseLong(found.group(1)), Long.parseLong(found.group(2)));
    return relative(at) + ">";
  }

  private String relative(Instant at) {
    var micros = BigDecimal.valueOf(ChronoUnit.MICROS.between(start, at), 6).stripTrailingZeros();
    return "<t"
        + (micros.signum() == 0
            ? ""
            : (micros.signum() > 0 ? "+" : "") + micros.toPlainString() + "s");
  }
}
