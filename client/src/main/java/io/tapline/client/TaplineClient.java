package io.tapline.client;

import io.tapline.client.api.About;
import io.tapline.client.api.DeadLetters;
import io.tapline.client.api.Events;
import io.tapline.client.api.Holds;
import io.tapline.client.api.Jobs;
import io.tapline.client.api.Leases;
import io.tapline.client.api.Principals;
import io.tapline.client.api.Queues;
import io.tapline.client.api.Sessions;
import io.tapline.client.api.Subjects;
import io.tapline.client.api.Subscriptions;
import io.tapline.client.api.Tokens;
import io.tapline.client.api.Webhooks;
import io.tapline.client.api.Workers;
import io.tapline.client.api.Workflows;
import io.tapline.client.http.ClientSettings;
import io.tapline.client.http.RequestExchange;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.worker.Worker;
import io.tapline.client.worker.WorkerBuilder;
import java.net.URI;
import java.time.Duration;

/**
 * A client of a Tapline server. One is enough for a process: it may be used by any number of
 * threads.
 *
 * <pre>{@code
 * try (var client = TaplineClient.builder().url("http://127.0.0.1:8080").token(token).build()) {
 *   client.subjects().enqueue(
 *       Enqueue.task(null, "greetings", WireJson.tree(Map.of("name", "Ada"))));
 * }
 * }</pre>
 */
public final class TaplineClient implements AutoCloseable {

  private final RequestExchange exchange;
  private final TaplineHttp http;

  private TaplineClient(ClientSettings settings) {
    this.exchange = new RequestExchange(settings.url(), settings.connectTimeout());
    this.http = new TaplineHttp(settings, exchange);
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Creates a client for the server at {@code TAPLINE_URL}, with the token in {@code
   * TAPLINE_TOKEN}.
   */
  public static TaplineClient fromEnvironment() {
    var builder = builder();
    var url = System.getenv("TAPLINE_URL");
    if (url != null) {
      builder.url(url);
    }
    return builder.token(System.getenv("TAPLINE_TOKEN")).build();
  }

  public Queues queues() {
    return new Queues(http);
  }

  public Subjects subjects() {
    return new Subjects(http);
  }

  public Leases leases() {
    return new Leases(http);
  }

  public Holds holds() {
    return new Holds(http);
  }

  public Principals principals() {
    return new Principals(http);
  }

  public DeadLetters deadLetters() {
    return new DeadLetters(http);
  }

  public Workers workers() {
    return new Workers(http);
  }

  public Events events() {
    return new Events(http);
  }

  public Jobs jobs() {
    return new Jobs(http);
  }

  public Workflows workflows() {
    return new Workflows(http);
  }

  public Subscriptions subscriptions() {
    return new Subscriptions(http);
  }

  public Tokens tokens() {
    return new Tokens(http);
  }

  public Webhooks webhooks() {
    return new Webhooks(http);
  }

  public Sessions sessions() {
    return new Sessions(http);
  }

  public About about() {
    return new About(http);
  }

  /** Untyped calls: JSON in, JSON out. */
  public TaplineHttp http() {
    return http;
  }

  /** A builder for a worker that uses this client. */
  public WorkerBuilder worker(String name) {
    return Worker.builder(name, new HttpWorkPort(http));
  }

  /** Cancels the calls in progress; later calls are refused. */
  @Override
  public void close() {
    exchange.close();
  }

  /** Address, credential, timeouts and retry limit of a client. */
  public static final class Builder {

    private URI url = URI.create("http://127.0.0.1:8080");
    private String token;
    private Duration timeout = Duration.ofSeconds(30);
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration retryFor = Duration.ofSeconds(30);

    private Builder() {}

    /** The server's URL; {@code http://127.0.0.1:8080} by default. */
    public Builder url(String text) {
      url = serverUrl(text);
      return this;
    }

    /** The bearer token; without a token only public endpoints can be called. */
    public Builder token(String bearer) {
      if (bearer != null && !bearer.matches("[\\x21-\\x7e]+")) {
        throw new IllegalArgumentException(
            "the token is empty or holds a character that no token has; check how it was copied");
      }
      token = bearer;
      return this;
    }

    /** Time limit of one request, after which its answer counts as lost; 30 seconds by default. */
    public Builder timeout(Duration longest) {
      timeout = positive("timeout", longest);
      return this;
    }

    /** Time limit for connecting; 5 seconds by default. */
    public Builder connectTimeout(Duration longest) {
      connectTimeout = positive("connectTimeout", longest);
      return this;
    }

    /**
     * Retry limit of a call while the server is unavailable; 30 seconds by default, zero disables
     * retries.
     */
    public Builder retryFor(Duration patience) {
      if (patience.isNegative()) {
        throw new IllegalArgumentException("retryFor is negative; give zero to try once only");
      }
      retryFor = patience;
      return this;
    }

    public TaplineClient build() {
      return new TaplineClient(new ClientSettings(url, token, timeout, connectTimeout, retryFor));
    }

    /** Scheme, host, optional port and path prefix; trailing slashes are removed. */
    private static URI serverUrl(String text) {
      var bare = text == null ? "" : text.strip().replaceAll("/+$", "");
      try {
        var url = URI.create(bare);
        boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (http && url.getHost() != null && url.getQuery() == null && url.getFragment() == null) {
          return url;
        }
      } catch (IllegalArgumentException e) {
        throw wrong(text, e);
      }
      throw wrong(text, null);
    }

    private static IllegalArgumentException wrong(String text, Throwable cause) {
      return new IllegalArgumentException(
          "'" + text + "' is not the URL of a server; write it like http://127.0.0.1:8080", cause);
    }

    private static Duration positive(String name, Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new IllegalArgumentException(name + " must be longer than nothing");
      }
      return value;
    }
  }
}
