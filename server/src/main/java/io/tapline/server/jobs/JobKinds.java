package io.tapline.server.jobs;

import io.tapline.api.request.Enqueue;
import io.tapline.engine.Engine;
import io.tapline.engine.read.job.SubstrateReads;
import org.springframework.stereotype.Component;

/** Kinds of jobs, and the executor of each. */
@Component
final class JobKinds {

  private final Engine engine;
  private final AllowedExecutors executors;

  JobKinds(Engine engine, AllowedExecutors executors) {
    this.engine = engine;
    this.executors = executors;
  }

  /** Checks that the job's kind exists, and that its executor is the kind's. */
  void require(long tenantId, Enqueue job) {
    require(
        tenantId,
        job.queueKey(),
        job.properties().path(SubstrateReads.PROPERTY).path("executor").asString());
  }

  void require(long tenantId, String kind, String executor) {
    executors.requireFor(engine.reads().substrate().kind(tenantId, kind), executor);
  }
}
