package io.tapline.server.http;

import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.Ticker;
import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** The settings of Tomcat. */
@Component
final class TomcatSettings implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  /**
   * Limit of a pause within a request, head or body: incomplete requests do not keep their
   * connection.
   */
  private static final int SILENCE_MILLIS = 5_000;

  /** Limit between two requests of one connection. */
  private static final int IDLE_MILLIS = 60_000;

  /** Smaller answers fit into one packet. */
  private static final int COMPRESSED_BYTES = 1_024;

  /** Event streams are not compressed, because their events must not wait for more. */
  private static final String COMPRESSED_TYPES =
      String.join(",", "application/json", Problem.MEDIA_TYPE, "text/csv", "text/html");

  /**
   * The shares of threads. Together they leave free the threads that read heads and answer health
   * checks.
   */
  private static final List<LimitedResource> THREADS =
      List.of(
          LimitedResource.REQUEST_THREADS,
          LimitedResource.SLOW_WRITES,
          LimitedResource.SIGN_IN_BODIES,
          LimitedResource.CALLBACK_BODIES,
          LimitedResource.REFUSED_BODIES);

  /** Threads of no share: they read heads, answer health checks and refuse. */
  static final int FREE_THREADS = 30;

  private final ServerShares shares;
  private final Ticker ticker;
  private final ServerOptions options;

  TomcatSettings(ServerShares shares, Ticker ticker, ServerOptions options) {
    this.shares = shares;
    this.ticker = ticker;
    this.options = options;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.setProtocol(WatchedProtocol.class.getName());
    factory.addEngineValves(new RefusedBodyValve(shares.of(LimitedResource.REFUSED_BODIES)));
    factory.addContextCustomizers(
        context ->
            ((StandardHost) context.getParent())
                .setErrorReportValveClass(ProblemValve.class.getName()));
    factory.addConnectorCustomizers(
        connector -> {
          // Keys of queues may contain a slash, sent as %2F inside one part of the path.
          connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
          if (connector.getProtocolHandler() instanceof WatchedProtocol http) {
            http.limitedEndpoint().limit(shares, ticker, options.trustedProxies());
            http.setMaxThreads(threads());
            http.setConnectionTimeout(SILENCE_MILLIS);
            http.setDisableUploadTimeout(false);
            http.setConnectionUploadTimeout(SILENCE_MILLIS);
            http.setKeepAliveTimeout(IDLE_MILLIS);
            http.setCompression(Integer.toString(COMPRESSED_BYTES));
            http.setCompressibleMimeType(COMPRESSED_TYPES);
          }
        });
  }

  private int threads() {
    long shared = THREADS.stream().mapToLong(resource -> shares.of(resource).total()).sum();
    return (int) shared + FREE_THREADS;
  }
}
