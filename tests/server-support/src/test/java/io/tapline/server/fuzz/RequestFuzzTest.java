package io.tapline.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests made from the API's own description: every endpoint, each role and no role.
 * Each is answered, as described and with no fault of the server's, and what is refused changes
 * nothing.
 *
 * <p>The seed is printed. In the suite it is always the same, so that a build does not fail by
 * chance; a soak draws others. {@code -Dtapline.fuzz.seed=N} runs the same requests again.
 */
class RequestFuzzTest {

  private static final int REQUESTS = 5_000;
  private static final int MESSAGES = 500;
  private static final int ROUNDS_OF_A_SOAK = Integer.getInteger("tapline.fuzz.rounds", 40);

  private static final long SEED_OF_THE_SUITE = 331_250_340;

  private static long seed(long usual) {
    return Long.getLong("tapline.fuzz.seed", usual);
  }

  @Test
  void whatever_is_sent_is_answered_as_described_and_what_is_refused_changes_nothing()
      throws Exception {
    run(seed(SEED_OF_THE_SUITE));
  }

  /** 200,000 in all, each 5,000 on a database of their own and with a seed of their own. */
  @Test
  @Tag("soak")
  void so_it_is_for_as_long_as_anyone_likes() throws Exception {
    long first = seed(new Random().nextInt(1_000_000_000));
    for (int round = 0; round < ROUNDS_OF_A_SOAK; round++) {
      run(first + round);
    }
  }

  private static void run(long seed) throws Exception {
    System.out.println("fuzz: seed " + seed + ", " + REQUESTS + " requests");
    try (var run = new FuzzRun(seed)) {
      run.sendAll(REQUESTS);
      run.sendMessages(MESSAGES);
      System.out.println("fuzz: " + run.summary());
      assertThat(run.faults()).as("with -Dtapline.fuzz.seed=" + seed).isEmpty();
      assertThat(run.missed()).as("endpoints that no role was answered at").isEmpty();
    }
  }
}
