package io.tapline.client.http;

import io.tapline.client.error.InterruptedCallException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** One request and its whole answer, within a time, and given up when the client closes. */
public final class RequestExchange implements AutoCloseable {

  /** How the JDK's clients name themselves: {@code …HttpClientImpl@44c03695(1)}. */
  private static final Pattern NUMBER = Pattern.compile("\\((\\d+)\\)$");

  /** Threads that may begin while they are listed. */
  private static final int SPARE = 16;

  private final HttpClient client;
  private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public RequestExchange(URI server, Duration connectTimeout) {
    // HTTP/2 would begin with an upgrade that many proxies do not know.
    var builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectTimeout);
    if (server.getScheme().equals("http")) {
      builder.sslContext(new AbsentTls());
    }
    client = builder.build();
  }

  <T> HttpResponse<T> send(
      HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration timeout)
      throws IOException {
    if (closed) {
      throw new InterruptedCallException(null);
    }
    var future = client.sendAsync(request, handler);
    underWay.add(future);
    try {
      // The request's own timeout ends with the head of the answer; this one covers its body too.
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("no answer within " + timeout.toMillis() + " ms");
    } catch (CancellationException e) {
      throw new InterruptedCallException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedCallException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } finally {
      underWay.remove(future);
      future.cancel(true);
    }
  }

  boolean closed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    underWay.forEach(future -> future.cancel(true));
    endSelector();
  }

  /**
   * Ends the thread that waits for the client's connections. Before Java 21 a client cannot be
   * closed: that thread goes on until nobody has the client any more and that has been noticed. It
   * waits in native code, and a JVM that is to exit gives such a thread 0.3 s, which was half of
   * what a short command took. It is found by its name, which has the client's number in it; where
   * that is told in another way, all is as if this was not here.
   */
  private void endSelector() {
    var number = NUMBER.matcher(client.toString());
    if (number.find()) {
      var name = "HttpClient-" + number.group(1) + "-SelectorManager";
      var threads = new Thread[Thread.activeCount() + SPARE];
      int count = Thread.enumerate(threads);
      for (int i = 0; i < count; i++) {
        if (threads[i].getName().equals(name)) {
          threads[i].interrupt();
        }
      }
    }
  }
}
