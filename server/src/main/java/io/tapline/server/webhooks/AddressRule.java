package io.tapline.server.webhooks;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Where events may be sent. A webhook must not become a way into the network of the server, so
 * addresses that are not of the public Internet are refused unless its settings allow them.
 */
record AddressRule(boolean privateToo) {

  /** A name stands for an address that events may not be sent to. */
  static final class AddressRefused extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    AddressRefused(String message) {
      super(message);
    }
  }

  /**
   * Why not, or null, without asking anyone for a name: for an answer at once. The URL is one that
   * {@link io.tapline.engine.decide.WebhookAddress} has nothing against.
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
   * The addresses that a name stands for, when every one of them is allowed: one that is not may be
   * the one that is connected to.
   *
   * @throws AddressRefused when one is not
   */
  InetAddress[] checked(String host, InetAddress[] found) throws AddressRefused {
    for (var address : found) {
      if (!privateToo && !open(address)) {
        throw new AddressRefused(inside(host));
      }
    }
    return found;
  }

  /** With or without the dot of the root; resolvers know these names without asking anyone. */
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
      throw new IllegalArgumentException(host + " is no IP address", e);
    }
  }

  private static String inside(String host) {
    return host
        + " is an address of a private network; the server may be started with "
        + WebhookSettings.PRIVATE_ADDRESSES
        + "=true";
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
   * Beyond what Java knows: this network, carriers' own, protocol use, relays of 6to4, benchmarks,
   * reserved.
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
   * Only 2000::/3 is of the public Internet. That leaves out unique local addresses and those that
   * stand for an IPv4 address: compatible (::/96), mapped, translated and NAT64 (64:ff9b::/96,
   * 64:ff9b:1::/48). Within it Teredo and its like (2001::/23) and 6to4 (2002::/16) carry an IPv4
   * address too.
   */
  private static boolean open6(byte[] b) {
    int first = (b[0] & 0xff) << 8 | b[1] & 0xff;
    return (first & 0xe000) == 0x2000
        && first != 0x2002
        && !(first == 0x2001 && (b[2] & 0xfe) == 0);
  }
}
