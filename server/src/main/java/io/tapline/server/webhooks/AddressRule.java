package io.tapline.server.webhooks;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Where events may be sent. A webhook must not become a way into the network that the server stands
 * in, so addresses that are not of the public Internet are refused unless the server is told
 * otherwise.
 */
record AddressRule(boolean privateToo) {

  /** Why not, or null. Every address that the name stands for must be allowed. */
  String refusal(URI url) {
    if (privateToo) {
      return null;
    }
    try {
      for (var address : InetAddress.getAllByName(url.getHost())) {
        if (!open(address)) {
          return inside(url);
        }
      }
      return null;
    } catch (UnknownHostException e) {
      return "nobody knows the host " + url.getHost();
    }
  }

  /** The same without asking anyone for a name: for an answer at once. */
  String refusalAtSight(URI url) {
    var host = url.getHost();
    boolean literal = host.startsWith("[") || host.matches("[0-9.]+");
    boolean local = host.equalsIgnoreCase("localhost") || host.endsWith(".localhost");
    if (privateToo || !literal && !local) {
      return null;
    }
    return local ? inside(url) : refusal(url);
  }

  private static String inside(URI url) {
    return url.getHost()
        + " is an address of a private network; the server may be started with "
        + Relay.PRIVATE_ADDRESSES
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

  /** Beyond what Java knows: this network, carriers' own, protocol use, benchmarks, reserved. */
  private static boolean open4(byte[] b) {
    int first = b[0] & 0xff;
    int second = b[1] & 0xff;
    return first != 0
        && !(first == 100 && (second & 0xc0) == 64)
        && !(first == 192 && second == 0 && b[2] == 0)
        && !(first == 198 && (second & 0xfe) == 18)
        && first < 240;
  }

  /** Unique local addresses, and those that stand for an IPv4 address behind a translator. */
  private static boolean open6(byte[] b) {
    int first = b[0] & 0xff;
    int second = b[1] & 0xff;
    return (first & 0xfe) != 0xfc
        && !(first == 0x20 && second == 0x02)
        && !(first == 0 && second == 0x64);
  }
}
