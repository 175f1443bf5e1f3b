package io.tapline.server.metrics;

import io.tapline.server.base.ExecutorStop;
import io.tapline.server.database.OpenDatabase;
import jakarta.annotation.PreDestroy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Whether the database answers the smallest statement, on a connection of its own pool: neither a
 * slow survey nor a full pool of requests makes a database that answers look down.
 */
@Component
final class DatabaseProbe {

  private final OpenDatabase database;
  private final ExecutorService asker =
      Executors.newSingleThreadExecutor(
          work -> {
            var thread = new Thread(work, "tapline-probe");
            thread.setDaemon(true);
            return thread;
          });
  private CompletableFuture<Boolean> latest = CompletableFuture.completedFuture(true);

  DatabaseProbe(OpenDatabase database) {
    this.database = database;
  }

  /**
   * Asks beside the caller; callers that come while the database is being asked share the answer.
   *
   * @return completes with false when there is no answer within the patience of a survey
   */
  synchronized CompletableFuture<Boolean> ask() {
    if (latest.isDone()) {
      latest = CompletableFuture.supplyAsync(database::answers, asker);
    }
    return latest
        .copy()
        .completeOnTimeout(false, QueueSurvey.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(asker));
  }
}
