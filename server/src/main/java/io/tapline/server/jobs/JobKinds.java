package io.tapline.server.jobs;

import io.tapline.api.request.Enqueue;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.job.SubstrateReads;
import org.springframework.stereotype.Component;

/** Kinds of jobs, and the executor of each. */
@Component
final class JobKinds {

  private final ReadModels reads;
  private final AllowedExecutors executors;

  JobKinds(Engine engine, AllowedExecutors executors) {
    this.reads = engine.reads();
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
    executors.requireFor(reads.substrate().kind(tenantId, kind), executor);
  }
}
