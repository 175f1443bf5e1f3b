package io.tapline.bench.scale;

import io.tapline.bench.site.EngineSite;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.RequestMeta;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** What is enqueued. */
interface WorkSource {

  /** Names begin with it, and numbers follow. */
  String NAMED = "specimen-";

  /**
   * @param key its idempotency key
   * @param number counts up from 0
   */
  Enqueue make(String key, int number);

  static WorkSource plain(String queue) {
    return carrying(queue, null);
  }

  static WorkSource carrying(String queue, JsonNode payload) {
    return (key, number) -> Enqueue.task(key, queue, payload);
  }

  /** Called after its number, as tubes are. */
  static WorkSource named(String queue) {
    return (key, number) ->
        new Enqueue(
            RequestMeta.key(key),
            Enqueue.TASK,
            null,
            "%s%07d".formatted(NAMED, number),
            null,
            queue,
            null,
            null,
            null,
            null,
            null,
            null);
  }

  /**
   * Not ready before then, at a higher priority than the default, each due at a time of its own.
   */
  static WorkSource delayed(Instant readyAt) {
    int urgent = 10;
    return (key, number) ->
        new Enqueue(
            RequestMeta.key(key),
            Enqueue.TASK,
            null,
            null,
            null,
            EngineSite.QUEUE,
            null,
            urgent,
            readyAt,
            readyAt.plusSeconds(number),
            null,
            null);
  }
}
