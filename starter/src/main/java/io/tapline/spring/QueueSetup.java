package io.tapline.spring;

import io.tapline.api.Code;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.Engine;
import io.tapline.engine.model.RefusedException;
import java.util.List;
import java.util.UUID;

/** Creates the missing queues of the application. */
final class QueueSetup {

  private final Engine engine;
  private final TaplineInstallation installation;

  QueueSetup(Engine engine, TaplineInstallation installation) {
    this.engine = engine;
    this.installation = installation;
  }

  void make(List<TaplineQueue> queues) {
    for (var queue : queues) {
      if (!exists(queue.queueKey())) {
        make(queue);
      }
    }
  }

  boolean exists(String queueKey) {
    try {
      return engine.reads().queues().one(installation.caller().tenantId(), queueKey) != null;
    } catch (RefusedException e) {
      if (e.refusal().code() == Code.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private void make(TaplineQueue queue) {
    var meta = RequestMeta.key(UUID.randomUUID().toString());
    try {
      engine.execute(installation.admin(), new CreateQueue(meta, queue.queueKey(), queue.fields()));
    } catch (RefusedException e) {
      // Another instance of the application may have created the queue.
      if (!exists(queue.queueKey())) {
        throw new TaplineStartException(
            "The queue " + queue.queueKey() + " cannot be created: " + e.getMessage(),
            "Correct its TaplineQueue bean.",
            e);
      }
    }
  }
}
