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

/**
 * Sends one request and waits for its complete answer, within a time limit; closing cancels the
 * requests in progress.
 */
public final class RequestExchange implements AutoCloseable {

  /** The number in the text form of a JDK client: {@code …HttpClientImpl@44c03695(1)}. */
  private static final Pattern NUMBER = Pattern.compile("\\((\\d+)\\)$");

  /** Allowance for threads that start during enumeration. */
  private static final int SPARE = 16;

  private final HttpClient client;
  private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public RequestExchange(URI server, Duration connectTimeout) {
    // HTTP/2 over plain text begins with an upgrade, which many proxies do not support.
    var builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectTimeout);
    if (server.getScheme().equals("http")) {
      // The selector thread completes the futures itself: the way over another thread costs more
      // than its work. A handshake of TLS would block that thread.
      builder.sslContext(new AbsentTls()).executor(Runnable::run);
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
      // The timeout of the JDK's request ends with the head of the answer; this one includes the
      // body.
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
   * Ends the selector thread of the JDK's client. Before Java 21 a client cannot be closed, and its
   * selector thread runs until the client is garbage-collected. The thread waits in native code,
   * which delays the exit of the JVM by 0.3 s, half of the run time of a short command. The thread
   * is found by its name, which contains the client's number; if a JDK names it differently, this
   * method has no effect.
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
