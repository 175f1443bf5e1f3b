package io.tapline.demo;

import io.tapline.client.api.EnqueueRequest;
import io.tapline.packs.compute.ComputePack;
import io.tapline.packs.wetlab.SequencingPlatform;
import java.time.Instant;
import java.util.Map;

/** Creates the order of the analysis of a pool; its idempotency key allows one order per pool. */
final class AnalysisOrder {

  private AnalysisOrder() {}

  static EnqueueRequest order(SequencingPlatform platform, String pool, Instant readyAt) {
    return EnqueueRequest.to(ComputePack.DISPATCH)
        .template(ComputePack.REQUEST)
        .name("Demo analysis of pool " + pool)
        .nextAction("start_analysis_run")
        .readyAt(readyAt)
        .idempotencyKey("demo-analysis-" + pool)
        .properties(Map.of("demo", true, "pool_euid", pool, "pipeline", pipeline(platform)));
  }

  static String pipeline(SequencingPlatform platform) {
    return platform == SequencingPlatform.ONT ? "longread/1.4" : "germline/3.2";
  }
}
