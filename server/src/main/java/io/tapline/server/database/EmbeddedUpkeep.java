package io.tapline.server.database;

import io.tapline.postgres.PostmasterListener;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the embedded PostgreSQL is, once it was started, as far as it was not stopped on purpose. */
final class EmbeddedUpkeep implements PostmasterListener {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedUpkeep.class);

  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private volatile boolean down;

  /** Whether it has ended and does not answer yet. */
  boolean down() {
    return down;
  }

  /** Completes with the reason when it stays down. */
  CompletableFuture<String> lost() {
    return lost;
  }

  @Override
  public void ended() {
    down = true;
    LOG.error("the embedded PostgreSQL has ended, and is started again");
  }

  @Override
  public void startedAgain() {
    down = false;
    LOG.warn("the embedded PostgreSQL answers again; nothing that was acknowledged is lost");
  }

  @Override
  public void givenUp(String why) {
    LOG.error("{}; the server cannot go on", why);
    lost.complete(why);
  }
}
