package io.tapline.bench.chaos.host;

import io.tapline.bench.host.Unchecked;
import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * The connection between a server and its database. It can be cut, or become silent with its
 * connections open, as in a network failure.
 */
public final class LinkProxy extends LocalProxy {

  private static final int BUFFER = 16_384;
  private static final int SILENT_MILLIS = 50;

  private final IntSupplier target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean silent;

  /**
   * @param target returns the target port, for each new connection
   */
  public LinkProxy(IntSupplier target) {
    this.target = target;
    listen();
  }

  /** Closes every connection at both ends. */
  public void cut() {
    sockets.forEach(LocalProxy::close);
  }

  /** While silent, no bytes pass, and connections stay open. */
  public void silent(boolean wanted) {
    silent = wanted;
  }

  @Override
  void serve(Socket client) {
    sockets.add(client);
    try {
      awaitSound();
      var server = connect(target.getAsInt());
      sockets.add(server);
      Unchecked.daemon("chaos-answers", () -> carry(server, client));
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
    while (silent && !isClosed()) {
      Unchecked.sleep(SILENT_MILLIS);
    }
  }

  private void end(Socket socket) {
    sockets.remove(socket);
    close(socket);
  }

  @Override
  public void close() {
    super.close();
    cut();
  }
}
