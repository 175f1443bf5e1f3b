package io.tapline.api.request;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * Checks of a webhook address that need only its text. An IP address must have the usual form:
 * libraries and systems read {@code 0177.0.0.1}, {@code 0x7f000001} and {@code 2130706433}
 * differently, so that a check and a connection could use different addresses.
 */
public final class WebhookAddress {

  private static final int HIGHEST_PORT = 65_535;

  private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

  /** Four decimal numbers without a leading zero, which some libraries read as octal. */
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");

  /** A host that may be read as a number: its last part begins with a digit. */
  private static final Pattern NUMBER = Pattern.compile("(.*\\.)?[0-9][^.]*\\.?");

  /**
   * In brackets and without a zone ({@code %eth0}), which names a network interface of this
   * machine.
   */
  private static final Pattern IPV6 =
      Pattern.compile("\\[[0-9A-Fa-f:]+(:" + BYTE + "(\\." + BYTE + "){3})?\\]");

  private WebhookAddress() {}

  /** The fault, as text that follows the name of the field; null for a valid address. */
  public static String refusal(String text) {
    try {
      var url = new URI(text);
      var scheme = url.getScheme();
      boolean reachable =
          ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
              && url.getHost() != null
              && url.getRawUserInfo() == null
              && url.getRawFragment() == null
              && url.getPort() <= HIGHEST_PORT;
      if (reachable) {
        return plain(url.getHost())
            ? null
            : "has an IP address in an unusual spelling; write it as 192.0.2.1 or [2001:db8::1]";
      }
    } catch (URISyntaxException e) {
      // The message below covers it.
    }
    return "is an http or https address with a host, and without a user or a fragment; an IP"
        + " address is written as 192.0.2.1 or [2001:db8::1]";
  }

  private static boolean plain(String host) {
    if (host.startsWith("[")) {
      return IPV6.matcher(host).matches();
    }
    return !NUMBER.matcher(host).matches() || IPV4.matcher(host).matches();
  }
}
