package io.tapline.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/**
 * Stands between one client and a server: passes the request on, and when the first byte of the
 * answer comes, does something to the server and hangs up. The client never sees a byte.
 */
public final class AnswerThief implements AutoCloseable {

  private final ServerSocket door;

  public AnswerThief(URI server, Runnable whenAnswered) throws IOException {
    door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    var thief = new Thread(() -> steal(server, whenAnswered), "answer-thief");
    thief.setDaemon(true);
    thief.start();
  }

  private void steal(URI server, Runnable whenAnswered) {
    try (var client = door.accept();
        var behind = new Socket(server.getHost(), server.getPort())) {
      var forward = new Thread(() -> forward(client, behind), "answer-thief-forward");
      forward.setDaemon(true);
      forward.start();
      if (behind.getInputStream().read() >= 0) {
        whenAnswered.run();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void forward(Socket client, Socket behind) {
    try {
      client.getInputStream().transferTo(behind.getOutputStream());
    } catch (IOException e) {
      // Either side has hung up, which is how it ends.
      return;
    }
  }

  public URI address() {
    return URI.create(
        "http://" + door.getInetAddress().getHostAddress() + ":" + door.getLocalPort());
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
