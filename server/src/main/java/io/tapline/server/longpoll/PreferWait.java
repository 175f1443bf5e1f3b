package io.tapline.server.longpoll;

import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code Prefer: wait=N} of RFC 7240: the number of seconds that the client accepts to wait instead
 * of an empty answer. Other preferences are ignored.
 *
 * @param requested whether the client sent the preference
 */
public record PreferWait(boolean requested, Duration length) {

  public static final String HEADER = "Prefer";
  public static final String APPLIED = "Preference-Applied";

  /** Proxies begin to close idle connections after a minute. */
  public static final int MOST_SECONDS = 60;

  private static final Pattern WHOLE = Pattern.compile("[0-9]+");
  private static final Pattern SOME = Pattern.compile("[0-9]{1,9}");
  private static final PreferWait NONE = new PreferWait(false, Duration.ZERO);

  /** The first {@code wait} counts, as in RFC 7240; a longer one is cut to the maximum. */
  public static PreferWait of(EndpointCall call) {
    var value = value(call);
    if (value != null && !SOME.matcher(value).matches()) {
      throw ProblemException.invalid(
          HEADER, "wait is not a whole number of seconds; send wait=0 to wait=" + MOST_SECONDS);
    }
    return value == null ? NONE : of(value);
  }

  /** Ignores a preference that is not a whole number of seconds. */
  public static PreferWait ifUsable(EndpointCall call) {
    var value = value(call);
    return value == null || !WHOLE.matcher(value).matches() ? NONE : of(value);
  }

  /** Null without this preference. */
  private static String value(EndpointCall call) {
    for (var line : Collections.list(call.request().getHeaders(HEADER))) {
      for (var preference : line.split(",")) {
        // Parameters follow a semicolon; wait has none.
        var parts = preference.split(";", 2)[0].split("=", 2);
        if (parts[0].strip().equalsIgnoreCase("wait")) {
          return bare(parts.length < 2 ? "" : parts[1].strip());
        }
      }
    }
    return null;
  }

  private static String bare(String value) {
    return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
        ? value.substring(1, value.length() - 1)
        : value;
  }

  private static PreferWait of(String whole) {
    var most = BigInteger.valueOf(MOST_SECONDS);
    return new PreferWait(true, Duration.ofSeconds(new BigInteger(whole).min(most).intValue()));
  }

  /** The header of the answer that confirms the preference. */
  public Map<String, String> applied() {
    return requested ? Map.of(APPLIED, "wait=" + length.toSeconds()) : Map.of();
  }
}
