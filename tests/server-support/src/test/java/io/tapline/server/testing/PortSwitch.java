package io.tapline.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An address that leads to one of several servers on this machine, and then to another. */
public final class PortSwitch implements AutoCloseable {

  private static final int NOWHERE = 0;

  private final ServerSocket near;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile int target;

  public PortSwitch(int target) {
    this.target = target;
    try {
      near = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  public int port() {
    return near.getLocalPort();
  }

  /** Every connection breaks, and none comes about. */
  public void off() {
    target = NOWHERE;
    open.forEach(PortSwitch::end);
  }

  public void to(int port) {
    target = port;
  }

  private void accept() {
    while (!near.isClosed()) {
      try {
        join(near.accept());
      } catch (IOException e) {
        continue;
      }
    }
  }

  private void join(Socket client) {
    int port = target;
    open.add(client);
    try {
      if (port == NOWHERE) {
        throw new IOException("it leads nowhere");
      }
      var server = new Socket(InetAddress.getLoopbackAddress(), port);
      open.add(server);
      if (port != target) {
        end(server);
      }
      daemon(() -> pass(client, server));
      daemon(() -> pass(server, client));
    } catch (IOException e) {
      end(client);
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // Either side has hung up; so does the other.
    }
    open.remove(from);
    open.remove(to);
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void daemon(Runnable work) {
    var thread = new Thread(work, "port-switch");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    endListening();
    off();
  }

  private void endListening() {
    try {
      near.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
