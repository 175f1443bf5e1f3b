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
 * Checks whether the database answers the smallest statement, on a connection of a separate pool:
 * neither a slow survey nor a full pool of requests makes a working database look down.
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
   * Runs the check in the background; concurrent callers share one result.
   *
   * @return completes with false when there is no answer within the time limit of a survey
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
