package io.tapline.bench.chaos.host;

import io.tapline.bench.host.UncheckedCalls;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * The connection between a server and its database. It can be cut, or become silent with its
 * connections open, as in a network failure.
 */
public final class LinkProxy implements AutoCloseable {

  private static final int BUFFER = 16_384;
  private static final int SILENT_MILLIS = 50;
  private static final int CONNECTIONS = 200;

  private final IntSupplier target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ServerSocket listener =
      UncheckedCalls.get(() -> new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress()));
  private volatile boolean silent;
  private volatile boolean closed;

  /**
   * @param target returns the target port, for each new connection
   */
  public LinkProxy(IntSupplier target) {
    this.target = target;
    UncheckedCalls.daemon("chaos-accept", this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Closes every connection at both ends. */
  public void cut() {
    sockets.forEach(LinkProxy::close);
  }

  /** While silent, no bytes pass, and connections stay open. */
  public void silent(boolean wanted) {
    silent = wanted;
  }

  private void accept() {
    while (!closed) {
      try {
        var client = listener.accept();
        client.setTcpNoDelay(true);
        UncheckedCalls.daemon("chaos-connection", () -> serve(client));
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket client) {
    sockets.add(client);
    try {
      awaitSound();
      var server = new Socket(InetAddress.getLoopbackAddress(), target.getAsInt());
      server.setTcpNoDelay(true);
      sockets.add(server);
      UncheckedCalls.daemon("chaos-answers", () -> carry(server, client));
      carry(client, server);
    } catch (IOException e) {
      end(client);
    }
  }

  private void carry(Socket from, Socket to) {
    var buffer = new byte[BUFFER];
    try {
      var input = from.getInputStream();
      var output = to.getOutputStream();
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        awaitSound();
        output.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // A broken connection is handled like a closed one.
    } finally {
      end(from);
      end(to);
    }
  }

  private void awaitSound() {
    while (silent && !closed) {
      UncheckedCalls.sleep(SILENT_MILLIS);
    }
  }

  private void end(Socket socket) {
    sockets.remove(socket);
    close(socket);
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is closed already.
    }
  }

  @Override
  public void close() {
    closed = true;
    close(listener);
    cut();
  }
}
