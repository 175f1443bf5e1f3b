package io.tapline.engine.command;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * What can be said against a webhook's address from its text alone. An IP address has to be written
 * in the one usual way: libraries and systems read {@code 0177.0.0.1}, {@code 0x7f000001} and
 * {@code 2130706433} differently, so that what one of them checks is not what another connects to.
 */
public final class WebhookAddress {

  private static final int HIGHEST_PORT = 65_535;

  private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

  /** Four decimal numbers, none with a leading zero, which some read as octal. */
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");

  /** What a reader takes for a number: the last part of a host begins with a digit. */
  private static final Pattern NUMBER = Pattern.compile("(.*\\.)?[0-9][^.]*\\.?");

  /** In brackets; a zone ({@code %eth0}) names a wire of this machine, which no address does. */
  private static final Pattern IPV6 =
      Pattern.compile("\\[[0-9A-Fa-f:]+(:" + BYTE + "(\\." + BYTE + "){3})?\\]");

  private WebhookAddress() {}

  /** Why not, as what follows the field's name; null when nothing is wrong. */
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
      // Said below.
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
