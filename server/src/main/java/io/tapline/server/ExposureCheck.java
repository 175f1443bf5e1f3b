package io.tapline.server;

import io.tapline.server.base.StartupRefused;
import io.tapline.server.security.StaticToken;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server without configured tokens trusts the users of its own machine only, and so does one with
 * tokens that can be guessed.
 */
final class ExposureCheck {

  private static final Logger LOG = LoggerFactory.getLogger(ExposureCheck.class);

  private ExposureCheck() {}

  static void require(ServerSettings settings) {
    boolean loopback = loopback(settings.host());
    if (!settings.guarded() && !loopback) {
      throw new StartupRefused(
          "Without tokens the server listens on loopback only, not on "
              + settings.host()
              + ": set "
              + StaticToken.VARIABLE
              + " or TAPLINE_OIDC_ISSUER, or leave --host out.");
    }
    requireStrong(settings, loopback);
    var security = settings.security();
    boolean signsIn = security.oidc() != null && security.oidc().client() != null;
    if (signsIn && security.publicUrl() == null && !loopback) {
      throw new StartupRefused(
          "TAPLINE_OIDC_CLIENT_ID needs TAPLINE_PUBLIC_URL: without it the address that the identity"
              + " provider sends people back to would follow from the Host header of a request.");
    }
  }

  private static void requireStrong(ServerSettings settings, boolean loopback) {
    var weak = new ArrayList<Integer>();
    for (int i = 0; i < settings.tokens().size(); i++) {
      if (settings.tokens().get(i).weak()) {
        weak.add(i + 1);
      }
    }
    if (!weak.isEmpty() && loopback) {
      LOG.warn("{}: for evaluation only, never behind a proxy", which(weak));
    } else if (!weak.isEmpty()) {
      throw new StartupRefused(
          which(weak)
              + ", and "
              + settings.host()
              + " is not loopback: draw a long one (`"
              + StaticToken.DRAW_ONE
              + "`), or leave --host out.");
    }
  }

  private static String which(List<Integer> weak) {
    return "In "
        + StaticToken.VARIABLE
        + " the entries "
        + weak
        + " have tokens of fewer than "
        + StaticToken.STRONG_LENGTH
        + " characters, which can be guessed";
  }

  private static boolean loopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
