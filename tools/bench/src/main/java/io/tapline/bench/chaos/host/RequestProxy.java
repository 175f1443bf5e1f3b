package io.tapline.bench.chaos.host;

import io.tapline.bench.host.Unchecked;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/**
 * The connection between clients and a server. It parses messages, so that it can drop a request,
 * drop an answer, delay messages, and deliver a request twice.
 */
public final class RequestProxy extends LocalProxy {

  /**
   * Percentages of affected messages.
   *
   * @param lostRequests requests that never reach the server
   * @param lostAnswers answers of the server that never reach the client
   * @param doubled requests that reach the server twice; the client receives one answer
   * @param late messages that are delayed by up to {@code mostMillis}, in either direction
   */
  public record Trouble(int lostRequests, int lostAnswers, int doubled, int late, int mostMillis) {

    public static final Trouble NONE = new Trouble(0, 0, 0, 0, 0);
  }

  private final int target;
  private final Random random;
  private final LongAdder done = new LongAdder();
  private volatile Trouble trouble = Trouble.NONE;

  public RequestProxy(int target, long seed) {
    this.target = target;
    this.random = new Random(seed);
    listen();
  }

  public String address() {
    return "http://127.0.0.1:" + port();
  }

  public void trouble(Trouble wanted) {
    trouble = wanted;
  }

  /** Number of lost, doubled and delayed messages so far. */
  public long done() {
    return done.sum();
  }

  @Override
  void serve(Socket client) {
    try (client;
        var server = connect(target)) {
      var asked = new BufferedInputStream(client.getInputStream());
      var answered = new BufferedInputStream(server.getInputStream());
      for (var request = HttpMessage.read(asked, true);
          request != null;
          request = HttpMessage.read(asked, true)) {
        var now = trouble;
        if (hits(now.lostRequests())) {
          return;
        }
        holdUp(now);
        if (hits(now.doubled())) {
          var again = request;
          Unchecked.daemon("chaos-twin", () -> deliver(again));
        }
        server.getOutputStream().write(request);
        var answer = HttpMessage.read(answered, false);
        if (answer == null || hits(now.lostAnswers())) {
          return;
        }
        holdUp(now);
        client.getOutputStream().write(answer);
      }
    } catch (IOException e) {
      // One side closed the connection, so both are closed.
    }
  }

  /** Delivers the request a second time and drops the answer. */
  private void deliver(byte[] request) {
    try (var server = connect(target)) {
      server.getOutputStream().write(request);
      HttpMessage.read(new BufferedInputStream(server.getInputStream()), false);
    } catch (IOException e) {
      // No client waits for this answer.
    }
  }

  private boolean hits(int percent) {
    boolean hit = percent > 0 && chance(100) < percent;
    if (hit) {
      done.increment();
    }
    return hit;
  }

  private void holdUp(Trouble now) {
    if (hits(now.late())) {
      Unchecked.sleep(chance(Math.max(1, now.mostMillis())));
    }
  }

  private int chance(int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }
}
