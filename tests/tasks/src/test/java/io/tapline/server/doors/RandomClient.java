package io.tapline.server.doors;

import io.tapline.server.testing.HttpReply;
import java.util.Random;

/** Somebody who does what comes to mind; a refusal is as good an answer as any, a fault is none. */
abstract class RandomClient {

  protected final SharedWork work;
  protected final Random random;

  RandomClient(SharedWork work, int seed) {
    this.work = work;
    this.random = new Random(seed * 31L + getClass().getSimpleName().hashCode());
  }

  final void run() throws Exception {
    try {
      begin();
      try {
        while (work.goesOn()) {
          step();
          work.stepped();
        }
      } finally {
        end();
      }
    } finally {
      work.goesHome();
    }
  }

  void begin() {}

  abstract void step() throws Exception;

  void end() {}

  /** True once in so many calls on average. */
  protected final boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  protected static HttpReply sane(HttpReply reply) {
    if (reply.status() >= 500) {
      throw new AssertionError(reply.status() + " " + reply.text());
    }
    return reply;
  }
}
