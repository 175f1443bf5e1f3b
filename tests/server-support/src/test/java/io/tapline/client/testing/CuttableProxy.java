package io.tapline.client.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A cable between a client and a server, to be cut, mended, and plugged into another server. */
public final class CuttableProxy implements AutoCloseable {

  private final ServerSocket near;
  private final Set<Socket> plugged = ConcurrentHashMap.newKeySet();
  private final AtomicInteger answersToLose = new AtomicInteger();
  private final AtomicInteger turnedAway = new AtomicInteger();
  private volatile URI far;
  private volatile boolean cut;

  public CuttableProxy(URI server) {
    far = server;
    try {
      near = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  /** Address for the client. */
  public String url() {
    return "http://127.0.0.1:" + near.getLocalPort();
  }

  /** From now on every connection breaks. */
  public void cut() {
    cut = true;
    plugged.forEach(CuttableProxy::end);
  }

  public void mend() {
    cut = false;
  }

  /** Another server takes over. */
  public void plugInto(URI server) {
    far = server;
  }

  /** The next answers break off before their first byte, though the server has done the work. */
  public void loseAnswers(int count) {
    answersToLose.set(count);
  }

  /** Number of answers that are still to be lost. */
  public int answersToLose() {
    return answersToLose.get();
  }

  /** Number of connections that found the proxy cut or the server unreachable. */
  public int turnedAway() {
    return turnedAway.get();
  }

  private void accept() {
    while (!near.isClosed()) {
      try {
        var client = near.accept();
        if (cut) {
          turnedAway.incrementAndGet();
          end(client);
        } else {
          join(client);
        }
      } catch (IOException e) {
        continue;
      }
    }
  }

  private void join(Socket client) throws IOException {
    plugged.add(client);
    try {
      var server = new Socket(far.getHost(), far.getPort());
      plugged.add(server);
      daemon(() -> pass(client, server, false));
      daemon(() -> pass(server, client, true));
    } catch (IOException e) {
      turnedAway.incrementAndGet();
      end(client);
    }
  }

  private void pass(Socket from, Socket to, boolean answers) {
    var some = new byte[16 * 1024];
    try {
      InputStream in = from.getInputStream();
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        if (answers && answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
          break;
        }
        to.getOutputStream().write(some, 0, n);
      }
    } catch (IOException e) {
      // Either side has hung up; so does the other.
    } finally {
      end(from);
      end(to);
    }
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void daemon(Runnable work) {
    var thread = new Thread(work, "cable");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    cut();
    try {
      near.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
