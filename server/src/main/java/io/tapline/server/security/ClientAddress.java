package io.tapline.server.security;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Where a request comes from. Behind a proxy that is trusted, the container has put the client's
 * own address here already.
 */
final class ClientAddress {

  /** One customer has 64 bits of IPv6 addresses to come from; they count as one. */
  private static final int GROUPS = 4;

  private ClientAddress() {}

  static String of(HttpServletRequest request) {
    return of(request.getRemoteAddr());
  }

  static String of(String address) {
    if (address == null || address.indexOf(':') < 0) {
      return String.valueOf(address);
    }
    // As the container writes them: all eight groups, none left out.
    var groups = address.split(":");
    return groups.length < GROUPS
        ? address
        : String.join(":", java.util.Arrays.copyOf(groups, GROUPS)) + "::/64";
  }
}
