package io.tapline.server.webhooks;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
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
 * Sends to checked addresses only: each connection goes to the address that {@link CheckedResolver}
 * returned for it, with the name of the receiver in TLS and in {@code Host}. With a proxy, the
 * proxy resolves and checks names.
 */
final class WebhookClient implements AutoCloseable {

  /**
   * Time-outs of connection and answer: with longer ones, a slow receiver would delay its own
   * events.
   */
  static final Duration CONNECT = Duration.ofSeconds(5);

  static final Duration ANSWER = Duration.ofSeconds(10);

  /** A receiver with a changed DNS entry is used at its new address after this time. */
  private static final TimeValue OLDEST_CONNECTION = TimeValue.ofMinutes(1);

  /** All concurrent requests, even if they go to one host. */
  private static final int CONNECTIONS = WebhookRelay.AT_ONCE * WebhookDelivery.AT_ONCE;

  private final WebhookSettings settings;
  private final HostLookup lookup;
  private final SSLContext tls;

  /** Null until the first request: most servers have no webhook, and TLS takes 80 ms to load. */
  private CloseableHttpAsyncClient client;

  private boolean closed;

  WebhookClient(WebhookSettings settings) {
    this(settings, HostLookup.SYSTEM, null);
  }

  /**
   * @param tls trusted certificates; null for those of the platform
   */
  WebhookClient(WebhookSettings settings, HostLookup lookup, SSLContext tls) {
    this.settings = settings;
    this.lookup = lookup;
    this.tls = tls;
  }

  private synchronized CloseableHttpAsyncClient client() {
    if (closed) {
      throw new IllegalStateException("the client of webhooks is closed");
    }
    if (client == null) {
      client = started();
    }
    return client;
  }

  private CloseableHttpAsyncClient started() {
    var resolver =
        settings.proxy() == null
            ? new CheckedResolver(lookup, settings.addresses())
            : SystemDefaultDnsResolver.INSTANCE;
    var client =
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
            // The address of a redirect has not been checked.
            .disableRedirectHandling()
            // WebhookDelivery schedules retries.
            .disableAutomaticRetries()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .build();
    client.start();
    return client;
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

  /** The status of the answer. Completes within {@link #ANSWER} in any case. */
  CompletableFuture<Integer> post(URI url, Map<String, String> headers, byte[] body) {
    var http = client();
    var request =
        AsyncRequestBuilder.post(url)
            .setEntity(body, ContentType.create(ContentType.APPLICATION_JSON.getMimeType()));
    headers.forEach(request::setHeader);
    var status = new CompletableFuture<Integer>();
    var over = new CompletableFuture<Void>();
    var exchange =
        http.execute(
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
    // Gives up a receiver that does not answer in time, or whose answer does not end.
    over.orTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((nothing, late) -> exchange.cancel(true));
    return status.orTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (client != null) {
      client.close(CloseMode.GRACEFUL);
    }
  }

  /**
   * Resolves a name once for each connection and returns only checked addresses: the client
   * connects to exactly these addresses, so a changing DNS answer (DNS rebinding) has no effect.
   */
  private static final class CheckedResolver implements DnsResolver {

    private final HostLookup lookup;
    private final AddressRule rule;

    CheckedResolver(HostLookup lookup, AddressRule rule) {
      this.lookup = lookup;
      this.rule = rule;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      return rule.checked(host, lookup.addresses(host));
    }

    /** Needed for Kerberos only, which webhooks do not use. */
    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }

  /** Resolves the name of a host with the resolver of the machine. */
  @FunctionalInterface
  interface HostLookup {

    HostLookup SYSTEM = InetAddress::getAllByName;

    InetAddress[] addresses(String host) throws UnknownHostException;
  }
}
