package io.tapline.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Carries bytes to the database, or to another server, and back until it is told to be silent: then
 * connections stay open and no packet comes through, as when a network is cut.
 */
public final class SilentProxy implements AutoCloseable {

  private final ServerSocket door;
  private final String host;
  private final int port;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean silent;

  public SilentProxy(String jdbcUrl) {
    var target = URI.create(jdbcUrl.substring("jdbc:".length()));
    this.host = target.getHost();
    this.port = target.getPort();
    try {
      door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  /** The URL of the database through this proxy. */
  public String through(String jdbcUrl) {
    return jdbcUrl.replaceFirst("//[^/]+/", "//127.0.0.1:" + door.getLocalPort() + "/");
  }

  public int port() {
    return door.getLocalPort();
  }

  public void silence() {
    silent = true;
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        var client = keep(door.accept());
        if (!silent) {
          var database = keep(new Socket(host, port));
          start(() -> carry(client, database));
          start(() -> carry(database, client));
        }
      } catch (IOException e) {
        // Closed.
        return;
      }
    }
  }

  private Socket keep(Socket socket) {
    sockets.add(socket);
    return socket;
  }

  private void carry(Socket from, Socket to) {
    var bytes = new byte[8192];
    try (from;
        to) {
      for (int n = from.getInputStream().read(bytes);
          n >= 0;
          n = from.getInputStream().read(bytes)) {
        if (silent) {
          closed.await();
          return;
        }
        to.getOutputStream().write(bytes, 0, n);
      }
    } catch (IOException e) {
      // One side has hung up, and so does the other.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void start(Runnable work) {
    var thread = new Thread(work, "silent-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    door.close();
    for (var socket : sockets) {
      socket.close();
    }
  }
}
