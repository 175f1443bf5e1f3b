package io.tapline.server.longpoll;

import io.tapline.server.http.ClientConnection;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that a client who waits for its answer has gone: its connection becomes readable, with
 * the end of the stream. One thread for all. A client that sends its next request before it has its
 * answer looks the same; it too is better answered than kept waiting.
 */
public final class ClientWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClientWatch.class);

  private final Selector selector;
  private final WaitScheduler waitScheduler;
  private final Queue<Runnable> wishes = new ConcurrentLinkedQueue<>();
  private final Thread eye = new Thread(this::run, "tapline-client-watch");
  private volatile boolean closed;

  ClientWatch(WaitScheduler waitScheduler) {
    this.waitScheduler = waitScheduler;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    eye.setDaemon(true);
    eye.start();
  }

  /**
   * Calls back once when the client has gone, until it is stopped.
   *
   * @return stops watching; before the connection is used for the next request
   */
  public Runnable watch(HttpServletRequest request, Runnable gone) {
    var connection = ClientConnection.of(request);
    if (connection == null) {
      return () -> {};
    }
    var channel = connection.getIOChannel();
    wish(() -> begin(channel, gone));
    return () -> wish(() -> end(channel));
  }

  /**
   * Ends the connection under a request, whatever is still to be written: a client that does not
   * read would otherwise keep the thread that finishes its answer.
   */
  public static Runnable hangUp(HttpServletRequest request) {
    var connection = ClientConnection.of(request);
    if (connection == null) {
      return () -> {};
    }
    var channel = connection.getIOChannel();
    return () -> hangUp(channel);
  }

  private static void hangUp(SocketChannel channel) {
    try {
      channel.shutdownOutput();
    } catch (IOException e) {
      LOG.debug("the client hung up before", e);
    }
  }

  private void wish(Runnable wish) {
    wishes.add(wish);
    selector.wakeup();
  }

  private void begin(SocketChannel channel, Runnable gone) {
    try {
      channel.register(selector, SelectionKey.OP_READ, gone);
    } catch (ClosedChannelException e) {
      waitScheduler.now(gone);
    } catch (CancelledKeyException e) {
      // Watched before, and the selector has not let go of it yet.
      wish(() -> begin(channel, gone));
    }
  }

  private void end(SocketChannel channel) {
    var key = channel.keyFor(selector);
    if (key != null) {
      key.cancel();
    }
  }

  private void run() {
    while (!closed) {
      try {
        for (var wish = wishes.poll(); wish != null; wish = wishes.poll()) {
          wish.run();
          // Lets go of connections that are no longer watched: a closed one stays open until then.
          selector.selectNow(this::ready);
        }
        selector.select(this::ready);
      } catch (IOException | RuntimeException e) {
        LOG.warn("the watch over waiting clients stumbled", e);
      }
    }
  }

  private void ready(SelectionKey key) {
    var gone = (Runnable) key.attachment();
    key.cancel();
    waitScheduler.now(gone);
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      eye.join();
      selector.close();
    } catch (IOException e) {
      LOG.debug("the selector did not close", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
