package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The address of a request's client. Behind a trusted proxy, the container has put here the proxy's
 * text, and proxies format addresses differently: compressed, in brackets, with a port, an IPv4
 * address as IPv6. This class normalizes them.
 */
public final class ClientAddress {

  /** One customer usually has 64 bits of IPv6 addresses; they count as one. */
  private static final int GROUPS = 4;

  /** A text that is not an address is used in logs only. */
  private static final int LONGEST_WORD = 60;

  private static final Pattern IPV4 = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,3}){3})(:[0-9]+)?");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");
  private static final Pattern BRACKETS = Pattern.compile("\\[([^\\]]*)\\](:[0-9]+)?");

  private ClientAddress() {}

  public static String of(HttpServletRequest request) {
    return of(request.getRemoteAddr());
  }

  public static String of(String address) {
    var text = address == null ? "unknown" : address.strip();
    var ipv4 = IPV4.matcher(text);
    if (ipv4.matches()) {
      return canonical(ipv4.group(1));
    }
    var brackets = BRACKETS.matcher(text);
    var bare = brackets.matches() ? brackets.group(1) : text;
    int zone = bare.indexOf('%');
    bare = zone < 0 ? bare : bare.substring(0, zone);
    return IPV6.matcher(bare).matches() ? canonical(bare) : word(bare);
  }

  private static String canonical(String literal) {
    try {
      // Digits and colons only, so that no DNS lookup happens.
      var address = InetAddress.getByName(literal);
      return address.getAddress().length == 4
          ? address.getHostAddress()
          : network(address.getAddress());
    } catch (UnknownHostException e) {
      return word(literal);
    }
  }

  private static String network(byte[] b) {
    var text = new StringBuilder();
    for (int i = 0; i < 2 * GROUPS; i += 2) {
      text.append(Integer.toHexString((b[i] & 0xff) << 8 | b[i + 1] & 0xff)).append(':');
    }
    return text.append(":/64").toString();
  }

  private static String word(String text) {
    var line = text.toLowerCase(Locale.ROOT).replaceAll("\\p{Cntrl}", "?");
    return line.length() > LONGEST_WORD ? line.substring(0, LONGEST_WORD) : line;
  }
}
