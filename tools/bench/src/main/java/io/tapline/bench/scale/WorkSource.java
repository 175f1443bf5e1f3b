package io.tapline.bench.scale;

import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.bench.site.EngineSite;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** Creates the jobs of a backlog. */
interface WorkSource {

  /** Prefix of subject names, before the number. */
  String NAMED = "specimen-";

  /**
   * @param key its idempotency key
   * @param number counts from 0
   */
  Enqueue make(String key, int number);

  static WorkSource plain(String queue) {
    return carrying(queue, null);
  }

  static WorkSource carrying(String queue, JsonNode payload) {
    return (key, number) -> Enqueue.task(key, queue, payload);
  }

  /** Names each subject by its number. */
  static WorkSource named(String queue) {
    return (key, number) ->
        EnqueueBuilder.builder()
            .meta(RequestMeta.key(key))
            .templateCode(Enqueue.TASK)
            .subjectName("%s%07d".formatted(NAMED, number))
            .queueKey(queue)
            .build();
  }

  /** Delayed jobs with a higher priority than the default, each with its own due time. */
  static WorkSource delayed(Instant readyAt) {
    int urgent = 10;
    return (key, number) ->
        EnqueueBuilder.builder()
            .meta(RequestMeta.key(key))
            .templateCode(Enqueue.TASK)
            .queueKey(EngineSite.QUEUE)
            .priority(urgent)
            .readyAt(readyAt)
            .dueAt(readyAt.plusSeconds(number))
            .build();
  }
}
