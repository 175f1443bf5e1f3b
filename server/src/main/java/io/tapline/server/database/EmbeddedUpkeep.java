package io.tapline.server.database;

import io.tapline.postgres.PostmasterListener;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of the embedded PostgreSQL after its start, unless the server stopped it. */
final class EmbeddedUpkeep implements PostmasterListener {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedUpkeep.class);

  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private volatile boolean down;

  /** Whether it has ended and is not available again yet. */
  boolean down() {
    return down;
  }

  /** Completes with the reason when it cannot be restarted. */
  CompletableFuture<String> lost() {
    return lost;
  }

  @Override
  public void ended() {
    down = true;
    LOG.error("the embedded PostgreSQL has ended; the server restarts it");
  }

  @Override
  public void startedAgain() {
    down = false;
    LOG.warn("the embedded PostgreSQL answers again; no acknowledged request was lost");
  }

  @Override
  public void givenUp(String why) {
    LOG.error("{}; the server stops", why);
    lost.complete(why);
  }
}
