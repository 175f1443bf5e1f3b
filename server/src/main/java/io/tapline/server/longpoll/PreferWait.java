package io.tapline.server.longpoll;

import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code Prefer: wait=N} of RFC 7240: how many seconds the client would rather wait than hear that
 * there is nothing. Other preferences are not ours and are passed over.
 *
 * @param asked whether the client has the preference at all
 */
public record PreferWait(boolean asked, Duration length) {

  public static final String HEADER = "Prefer";
  public static final String APPLIED = "Preference-Applied";

  /** Proxies on the way begin to cut silent connections after a minute. */
  public static final int MOST_SECONDS = 60;

  private static final Pattern WHOLE = Pattern.compile("[0-9]+");
  private static final Pattern SOME = Pattern.compile("[0-9]{1,9}");
  private static final PreferWait NONE = new PreferWait(false, Duration.ZERO);

  /** The first {@code wait} counts, as RFC 7240 has it; more than we keep to is cut to it. */
  public static PreferWait of(EndpointCall call) {
    var value = value(call);
    if (value != null && !SOME.matcher(value).matches()) {
      throw ProblemException.invalid(
          HEADER, "wait is not a whole number of seconds; send wait=0 to wait=" + MOST_SECONDS);
    }
    return value == null ? NONE : of(value);
  }

  /** The same for doors where a preference that is no whole number of seconds is passed over. */
  public static PreferWait ifUsable(EndpointCall call) {
    var value = value(call);
    return value == null || !WHOLE.matcher(value).matches() ? NONE : of(value);
  }

  /** Null when there is no such preference. */
  private static String value(EndpointCall call) {
    for (var line : Collections.list(call.request().getHeaders(HEADER))) {
      for (var preference : line.split(",")) {
        // What comes after a semicolon are parameters; wait has none.
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

  /** What the answer says about it. */
  public Map<String, String> applied() {
    return asked ? Map.of(APPLIED, "wait=" + length.toSeconds()) : Map.of();
  }
}
