package io.tapline.server.webhooks;

import io.tapline.server.base.StartupRefused;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.HttpHost;

/**
 * Where webhooks may lead, and by which way.
 *
 * @param proxy through which all of them go; null for straight to the receiver
 */
record WebhookSettings(AddressRule addresses, HttpHost proxy) {

  static final String PRIVATE_ADDRESSES = "TAPLINE_WEBHOOK_PRIVATE_ADDRESSES";
  static final String PROXY = "TAPLINE_WEBHOOK_PROXY";

  private static final int HIGHEST_PORT = 65_535;

  /**
   * @param variable null for one that is not set
   * @throws StartupRefused with a sentence that names the variable
   */
  static WebhookSettings read(UnaryOperator<String> variable) {
    return new WebhookSettings(
        new AddressRule(flag(text(variable, PRIVATE_ADDRESSES))), proxy(text(variable, PROXY)));
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
      // Said below, without the text: it may hold a password.
    }
    throw new StartupRefused(
        PROXY
            + " is not http://HOST:PORT, without a user: the proxy has to know this server by"
            + " its address.");
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
