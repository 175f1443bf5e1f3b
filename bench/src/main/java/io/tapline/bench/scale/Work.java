package io.tapline.bench.scale;

import io.tapline.bench.site.Site;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.RequestMeta;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** What is enqueued. */
interface Work {

  /**
   * @param key its idempotency key
   * @param number counts up from 0
   */
  Enqueue make(String key, int number);

  static Work plain(String queue) {
    return carrying(queue, null);
  }

  static Work carrying(String queue, JsonNode payload) {
    return (key, number) -> Enqueue.task(key, queue, payload);
  }

  /**
   * Not ready before then, at a higher priority than the default, each due at a time of its own.
   */
  static Work delayed(Instant readyAt) {
    int urgent = 10;
    return (key, number) ->
        new Enqueue(
            RequestMeta.key(key),
            Enqueue.TASK,
            null,
            null,
            null,
            Site.QUEUE,
            null,
            urgent,
            readyAt,
            readyAt.plusSeconds(number),
            null,
            null);
  }
}
