package io.tapline.server.webhooks;

import io.tapline.engine.decide.WebhookDecision;
import io.tapline.server.base.StartupRefused;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.HttpHost;

/**
 * Allowed addresses and the route of webhooks.
 *
 * @param proxy proxy for all webhooks; null for direct connections
 * @param perTenant maximum number of webhooks of a tenant
 */
record WebhookSettings(AddressRule addresses, HttpHost proxy, int perTenant) {

  static final String PRIVATE_ADDRESSES = "TAPLINE_WEBHOOK_PRIVATE_ADDRESSES";
  static final String PROXY = "TAPLINE_WEBHOOK_PROXY";
  static final String PER_TENANT = "TAPLINE_WEBHOOKS_PER_TENANT";

  private static final int HIGHEST_PORT = 65_535;
  private static final int HIGHEST_PER_TENANT = 10_000;

  /**
   * @param variable returns null for an unset variable
   * @throws StartupRefused with a sentence that names the variable
   */
  static WebhookSettings read(UnaryOperator<String> variable) {
    return new WebhookSettings(
        new AddressRule(flag(text(variable, PRIVATE_ADDRESSES))),
        proxy(text(variable, PROXY)),
        perTenant(text(variable, PER_TENANT)));
  }

  private static int perTenant(String text) {
    if (text.isEmpty()) {
      return WebhookDecision.MOST_PER_TENANT;
    }
    try {
      int count = Integer.parseInt(text);
      if (count >= 1 && count <= HIGHEST_PER_TENANT) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw new StartupRefused(
        PER_TENANT + " is not a whole number from 1 to " + HIGHEST_PER_TENANT + ".");
  }

  private static String text(UnaryOperator<String> variable, String name) {
    var text = variable.apply(name);
    return text == null ? "" : text.strip();
  }

  private static boolean flag(String text) {
    if (!text.isEmpty() && !text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new StartupRefused(PRIVATE_ADDRESSES + " is neither true nor false.");
    }
    return text.equalsIgnoreCase("true");
  }

  private static HttpHost proxy(String text) {
    if (text.isEmpty()) {
      return null;
    }
    try {
      var url = new URI(text);
      boolean plain =
          "http".equalsIgnoreCase(url.getScheme())
              && url.getHost() != null
              && url.getPort() > 0
              && url.getPort() <= HIGHEST_PORT
              && url.getRawUserInfo() == null
              && (url.getRawPath().isEmpty() || url.getRawPath().equals("/"))
              && url.getRawQuery() == null
              && url.getRawFragment() == null;
      if (plain) {
        return new HttpHost("http", bare(url.getHost()), url.getPort());
      }
    } catch (URISyntaxException e) {
      // Refused below, without the text: it may contain a password.
    }
    throw new StartupRefused(
        PROXY
            + " is not http://HOST:PORT without a user; the proxy must authenticate this"
            + " server by its address.");
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
