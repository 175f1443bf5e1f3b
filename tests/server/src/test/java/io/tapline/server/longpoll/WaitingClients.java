package io.tapline.server.longpoll;

import io.tapline.server.testing.TenantApi;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/** Many clients whose claims wait, each with a connection of its own, all in one thread. */
final class WaitingClients implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 60_000;
  private static final int AT_A_TIME = 20;

  private final URI server;
  private final Selector selector = Selector.open();
  private final List<SocketChannel> clients = new ArrayList<>();

  WaitingClients(URI server) throws IOException {
    this.server = server;
  }

  /** One more client, on a connection of its own. */
  void join(String token, String worker, String queue) throws IOException {
    var client = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
    send(client, token, worker, queue);
    client.configureBlocking(false);
    client.register(selector, SelectionKey.OP_READ, clients.size());
    clients.add(client);
  }

  /**
   * Until so many wait at once. A few at a time, so that none is kept from the database; whose time
   * ends before the last has come, comes again.
   */
  void gather(int count, IntSupplier waiting, String token, List<String> workers, String queue)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(4 * PATIENCE_MILLIS);
    for (int here = waiting.getAsInt(); here < count; here = waiting.getAsInt()) {
      for (int client : answeredNow()) {
        read(client);
      }
      int listening = selector.keys().size();
      if (listening < Math.min(count, here + AT_A_TIME)) {
        join(token, workers.get(listening % workers.size()), queue);
      } else if (System.nanoTime() > deadline) {
        throw new AssertionError(here + " wait, not " + count);
      } else {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static void send(SocketChannel client, String token, String worker, String queue)
      throws IOException {
    var body = Json.print(TenantApi.body("worker_euid", worker, "queue_key", queue));
    var text =
        "POST /api/v1/execution/actions/claim HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Type: application/json\r\nPrefer: wait=60\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    client.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }

  /** Which clients have an answer: waits for the first of them. */
  List<Integer> answered() throws IOException {
    var found = new ArrayList<Integer>();
    selector.select(key -> found.add((Integer) key.attachment()), PATIENCE_MILLIS);
    return found;
  }

  /** The part of the answer that a client has received; the client then stops reading. */
  String read(int client) throws IOException {
    var channel = clients.get(client);
    channel.keyFor(selector).cancel();
    var bytes = ByteBuffer.allocate(16_384);
    channel.read(bytes);
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
  }

  /** The clients with an answer at this moment. */
  List<Integer> answeredNow() throws IOException {
    var found = new ArrayList<Integer>();
    selector.selectNow(key -> found.add((Integer) key.attachment()));
    return found;
  }

  @Override
  public void close() throws IOException {
    for (var client : clients) {
      client.close();
    }
    selector.close();
  }
}
