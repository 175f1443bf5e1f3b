package io.tapline.bench.chaos.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * The line between a server and its database. It can be cut, or go silent with its connections left
 * open, which is what a broken network looks like from inside.
 */
public final class LinkProxy implements AutoCloseable {

  private static final int BUFFER = 16_384;
  private static final int SILENT_MILLIS = 50;

  private final ServerSocket door;
  private final IntSupplier target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean silent;
  private volatile boolean closed;

  /**
   * @param target the port to lead to, asked at every connection
   */
  public LinkProxy(IntSupplier target) {
    this.target = target;
    try {
      door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run("accept", this::accept);
  }

  public int port() {
    return door.getLocalPort();
  }

  /** Every connection ends at once, at both ends. */
  public void cut() {
    sockets.forEach(LinkProxy::close);
  }

  /** While it is so nothing gets through, and nobody is told. */
  public void silent(boolean wanted) {
    silent = wanted;
  }

  private void accept() {
    while (!closed) {
      try {
        var client = door.accept();
        run("connect", () -> connect(client));
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void connect(Socket client) {
    sockets.add(client);
    try {
      hush();
      var server = new Socket(InetAddress.getLoopbackAddress(), target.getAsInt());
      sockets.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      run("answers", () -> carry(server, client));
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
        hush();
        output.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // The same as its end.
    } finally {
      end(from);
      end(to);
    }
  }

  private void hush() {
    while (silent && !closed) {
      UncheckedSleep.millis(SILENT_MILLIS);
    }
  }

  private void end(Socket socket) {
    sockets.remove(socket);
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  private static void run(String name, Runnable work) {
    var thread = new Thread(work, "chaos-link-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    closed = true;
    cut();
    try {
      door.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }
}
