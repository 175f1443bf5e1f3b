package io.tapline.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Restarts the server process while its owner runs: a process that is killed, for example for lack
 * of memory, is started again in its directory and on its port. The number of restarts is limited,
 * because a process that ends repeatedly needs an operator.
 */
final class PostmasterWatch {

  /** Limit of starts within {@link #WINDOW}, successful or not. */
  static final int MOST_STARTS = 5;

  static final Duration WINDOW = Duration.ofMinutes(10);

  private static final long LOOK_MILLIS = 250;

  /** The pause before the second start of a window; it doubles each time. */
  private static final long FIRST_PAUSE_MILLIS = 250;

  /** Starts the server again. */
  interface Start {
    void run() throws IOException;
  }

  private final ServerDirectory directory;
  private final Start start;
  private final PostmasterListener listener;
  private final Deque<Long> starts = new ArrayDeque<>();
  private boolean ended;

  PostmasterWatch(ServerDirectory directory, Start start, PostmasterListener listener) {
    this.directory = directory;
    this.start = start;
    this.listener = listener;
  }

  void begin() {
    var thread = new Thread(this::run, "tapline-postgres-watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** Called before the owner stops the server. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  private void run() {
    while (waited(LOOK_MILLIS)) {
      if (!runs() && !startAgain()) {
        return;
      }
    }
  }

  private boolean runs() {
    try {
      var named = PostmasterPid.read(directory);
      return named.isPresent() && named.get().isRunning(directory);
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns false when the watch is over. */
  private boolean startAgain() {
    listener.ended();
    Optional<String> last = Optional.empty();
    while (true) {
      long now = System.nanoTime();
      starts.removeIf(at -> now - at > WINDOW.toNanos());
      if (starts.size() >= MOST_STARTS) {
        listener.givenUp(
            "the embedded PostgreSQL in %s ended %s, and was started %d times within %d minutes before; its log is %s"
                .formatted(
                    directory.root(),
                    last.map(why -> "and does not start (" + why + ")").orElse("again"),
                    MOST_STARTS,
                    WINDOW.toMinutes(),
                    directory.log()));
        return false;
      }
      if (!waited(starts.isEmpty() ? 0 : FIRST_PAUSE_MILLIS << (starts.size() - 1))) {
        return false;
      }
      starts.add(now);
      try {
        start.run();
        listener.startedAgain();
        return true;
      } catch (IOException | EmbeddedServerException e) {
        last = Optional.of(e.getMessage());
      }
    }
  }

  /** Returns false when the watch is over. */
  private synchronized boolean waited(long millis) {
    long until = System.nanoTime() + millis * 1_000_000;
    try {
      for (long left = millis; !ended && left > 0; left = (until - System.nanoTime()) / 1_000_000) {
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return !ended;
  }
}
