package io.tapline.server.longpoll;

import io.tapline.server.http.WatchedProtocol.ClientConnection;
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
 * Detects that a waiting client has disconnected: its connection becomes readable and delivers the
 * end of the stream. One thread watches all connections. A client that sends its next request
 * before it has its answer looks the same, and is answered at once too.
 */
public final class ClientWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClientWatch.class);

  private final Selector selector;
  private final WaitScheduler waitScheduler;
  private final Queue<Runnable> updates = new ConcurrentLinkedQueue<>();
  private final Thread watcher = new Thread(this::run, "tapline-client-watch");
  private volatile boolean closed;

  ClientWatch(WaitScheduler waitScheduler) {
    this.waitScheduler = waitScheduler;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    watcher.setDaemon(true);
    watcher.start();
  }

  /**
   * Runs the callback once if the client disconnects while it is watched.
   *
   * @return stops the watch; must run before the connection is used for the next request
   */
  public Runnable watch(HttpServletRequest request, Runnable gone) {
    var connection = ClientConnection.of(request);
    if (connection == null) {
      return () -> {};
    }
    var channel = connection.getIOChannel();
    update(() -> begin(channel, gone));
    return () -> update(() -> end(channel));
  }

  /**
   * Closes the output of a connection, also if data is still to be written: a client that does not
   * read would otherwise block the thread that finishes its answer.
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
      LOG.debug("the client had already disconnected", e);
    }
  }

  private void update(Runnable update) {
    updates.add(update);
    selector.wakeup();
  }

  private void begin(SocketChannel channel, Runnable gone) {
    try {
      channel.register(selector, SelectionKey.OP_READ, gone);
    } catch (ClosedChannelException e) {
      waitScheduler.now(gone);
    } catch (CancelledKeyException e) {
      // The channel was watched before, and the selector still holds its cancelled key.
      update(() -> begin(channel, gone));
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
        for (var update = updates.poll(); update != null; update = updates.poll()) {
          update.run();
          // Releases cancelled keys: a closed connection stays open until its key is released.
          selector.selectNow(this::ready);
        }
        selector.select(this::ready);
      } catch (IOException | RuntimeException e) {
        LOG.warn("the watch of waiting clients failed once and continues", e);
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
      watcher.join();
      selector.close();
    } catch (IOException e) {
      LOG.debug("the selector did not close", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
