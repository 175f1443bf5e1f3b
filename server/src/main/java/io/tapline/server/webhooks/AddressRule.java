package io.tapline.server.webhooks;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * The addresses to which events may be sent. A webhook must not give access to the network of the
 * server, so addresses outside the public Internet are refused unless the settings allow them.
 */
record AddressRule(boolean privateToo) {

  /** A name resolves to an address that is not allowed. */
  static final class AddressRefused extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    AddressRefused(String message) {
      super(message);
    }
  }

  /**
   * The reason of a refusal, or null, without a DNS request: for an immediate answer. {@link
   * io.tapline.engine.decide.WebhookAddress} has accepted the URL before.
   */
  String refusalAtSight(URI url) {
    var host = url.getHost();
    if (privateToo) {
      return null;
    }
    boolean inside = local(host) || isLiteral(host) && !open(literal(host));
    return inside ? inside(host) : null;
  }

  /**
   * The addresses of a name if all of them are allowed: the client may connect to any of them.
   *
   * @throws AddressRefused if one is not allowed
   */
  InetAddress[] checked(String host, InetAddress[] found) throws AddressRefused {
    for (var address : found) {
      if (!privateToo && !open(address)) {
        throw new AddressRefused(inside(host));
      }
    }
    return found;
  }

  /** With or without the dot of the root; resolvers answer these names without a DNS request. */
  private static boolean local(String host) {
    var name = host.toLowerCase(Locale.ROOT);
    name = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || name.equals("localhost.localdomain");
  }

  private static boolean isLiteral(String host) {
    return host.startsWith("[") || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
  }

  private static InetAddress literal(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(host + " is not an IP address", e);
    }
  }

  private static String inside(String host) {
    return "%s is an address of a private network; to allow it, start the server with %s=true"
        .formatted(host, WebhookSettings.PRIVATE_ADDRESSES);
  }

  private static boolean open(InetAddress address) {
    boolean known =
        address.isAnyLocalAddress()
            || address.isLoopbackAddress()
            || address.isLinkLocalAddress()
            || address.isSiteLocalAddress()
            || address.isMulticastAddress();
    var bytes = address.getAddress();
    return !known && (address instanceof Inet4Address ? open4(bytes) : open6(bytes));
  }

  /**
   * Ranges that Java does not classify: this network, carrier-grade NAT, protocol assignments, 6to4
   * relays, benchmarks, reserved.
   */
  private static boolean open4(byte[] b) {
    int first = b[0] & 0xff;
    int second = b[1] & 0xff;
    int third = b[2] & 0xff;
    return first != 0
        && !(first == 100 && (second & 0xc0) == 64)
        && !(first == 192 && second == 0 && third == 0)
        && !(first == 192 && second == 88 && third == 99)
        && !(first == 198 && (second & 0xfe) == 18)
        && first < 240;
  }

  /**
   * Only 2000::/3 belongs to the public Internet. That excludes unique local addresses and those
   * that contain an IPv4 address: compatible (::/96), mapped, translated and NAT64 (64:ff9b::/96,
   * 64:ff9b:1::/48). Within it, Teredo and similar (2001::/23) and 6to4 (2002::/16) contain an IPv4
   * address too.
   */
  private static boolean open6(byte[] b) {
    int first = (b[0] & 0xff) << 8 | b[1] & 0xff;
    return (first & 0xe000) == 0x2000
        && first != 0x2002
        && !(first == 0x2001 && (b[2] & 0xfe) == 0);
  }
}
