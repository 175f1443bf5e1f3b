package io.tapline.server;

import io.tapline.server.security.StaticToken;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** A server without configured tokens trusts whoever sits at its machine, and only them. */
final class Exposure {

  private Exposure() {}

  static void require(Settings settings) {
    if (!settings.guarded() && !loopback(settings.host())) {
      throw new StartupRefused(
          "Without tokens the server listens on loopback only, not on "
              + settings.host()
              + ": set "
              + StaticToken.VARIABLE
              + " or TAPLINE_OIDC_ISSUER, or leave --host out.");
    }
  }

  private static boolean loopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
