package io.tapline.server.webhooks;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends to addresses that were checked, and to no others: each connection goes to the address that
 * {@link CheckedResolver} gave for it, with the receiver's name in TLS and in {@code Host}. Through
 * a proxy names are the proxy's to resolve, and to check.
 */
final class WebhookClient implements AutoCloseable {

  /** To be reached, and to answer: longer, and one slow receiver would hold up its own events. */
  static final Duration CONNECT = Duration.ofSeconds(5);

  static final Duration ANSWER = Duration.ofSeconds(10);

  /** A receiver that has moved is found at its new address after so long. */
  private static final TimeValue OLDEST_CONNECTION = TimeValue.ofMinutes(1);

  /** All that can be on their way at one time, even if it is to one host. */
  private static final int CONNECTIONS = WebhookRelay.AT_ONCE * WebhookDelivery.AT_ONCE;

  private final CloseableHttpAsyncClient client;

  WebhookClient(WebhookSettings settings) {
    this(settings, HostLookup.SYSTEM, null);
  }

  /**
   * @param tls whose certificates are believed; null for those that the platform knows
   */
  WebhookClient(WebhookSettings settings, HostLookup lookup, SSLContext tls) {
    var resolver =
        settings.proxy() == null
            ? new CheckedResolver(lookup, settings.addresses())
            : SystemDefaultDnsResolver.INSTANCE;
    this.client =
        HttpAsyncClients.custom()
            .setConnectionManager(connections(resolver, tls))
            .setProxy(settings.proxy())
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.of(CONNECT))
                    .setResponseTimeout(Timeout.of(ANSWER))
                    .setProtocolUpgradeEnabled(false)
                    .build())
            .setIOReactorConfig(
                IOReactorConfig.custom()
                    .setIoThreadCount(1)
                    .setSoTimeout(Timeout.of(ANSWER))
                    .build())
            .setThreadFactory(WebhookClient::thread)
            // Where the next address leads, nobody has checked.
            .disableRedirectHandling()
            // WebhookDelivery decides when to try again.
            .disableAutomaticRetries()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .build();
    client.start();
  }

  private static PoolingAsyncClientConnectionManager connections(
      DnsResolver resolver, SSLContext tls) {
    return PoolingAsyncClientConnectionManagerBuilder.create()
        .setDnsResolver(resolver)
        .setTlsStrategy(
            tls == null
                ? DefaultClientTlsStrategy.createDefault()
                : new DefaultClientTlsStrategy(tls))
        .setDefaultTlsConfig(
            TlsConfig.custom()
                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                .setHandshakeTimeout(Timeout.of(CONNECT))
                .build())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(CONNECT))
                .setTimeToLive(OLDEST_CONNECTION)
                .build())
        .setMaxConnTotal(CONNECTIONS)
        .setMaxConnPerRoute(CONNECTIONS)
        .build();
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "tapline-webhook-io");
    thread.setDaemon(true);
    return thread;
  }

  /** The status of the answer. Ends within {@link #ANSWER}, one way or the other. */
  CompletableFuture<Integer> post(URI url, Map<String, String> headers, byte[] body) {
    var request =
        AsyncRequestBuilder.post(url)
            .setEntity(body, ContentType.create(ContentType.APPLICATION_JSON.getMimeType()));
    headers.forEach(request::setHeader);
    var status = new CompletableFuture<Integer>();
    var over = new CompletableFuture<Void>();
    var exchange =
        client.execute(
            request.build(),
            new StatusConsumer(status),
            new FutureCallback<>() {
              @Override
              public void completed(Void nothing) {
                over.complete(null);
              }

              @Override
              public void failed(Exception cause) {
                status.completeExceptionally(cause);
                over.complete(null);
              }

              @Override
              public void cancelled() {
                status.cancel(false);
                over.complete(null);
              }
            });
    // A receiver that does not answer in time, or whose answer does not end, is given up.
    over.orTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((nothing, late) -> exchange.cancel(true));
    return status.orTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    client.close(CloseMode.GRACEFUL);
  }
}
