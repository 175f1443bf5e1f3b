package io.tapline.bench.chaos.host;

import io.tapline.bench.host.Unchecked;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Accepts connections of the loopback interface, each in its own thread. */
abstract class LocalProxy implements AutoCloseable {

  private static final int BACKLOG = 200;

  private final ServerSocket listener =
      Unchecked.get(() -> new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
  private volatile boolean closed;

  /** Subclasses call it at the end of their constructor. */
  final void listen() {
    Unchecked.daemon("chaos-accept", this::accept);
  }

  /** Handles a connection of a client to its end. */
  abstract void serve(Socket client);

  public final int port() {
    return listener.getLocalPort();
  }

  final boolean isClosed() {
    return closed;
  }

  static Socket connect(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private void accept() {
    while (!closed) {
      try {
        var client = listener.accept();
        client.setTcpNoDelay(true);
        Unchecked.daemon("chaos-connection", () -> serve(client));
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    close(listener);
  }

  static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is closed already.
    }
  }
}
