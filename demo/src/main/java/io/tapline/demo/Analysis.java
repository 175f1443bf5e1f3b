package io.tapline.demo;

import io.tapline.client.api.EnqueueRequest;
import io.tapline.packs.compute.ComputePack;
import io.tapline.packs.wetlab.Platform;
import java.time.Instant;
import java.util.Map;

/** The analysis of a run as it is ordered: once for each pool. */
final class Analysis {

  private Analysis() {}

  static EnqueueRequest order(Platform platform, String pool, Instant readyAt) {
    return EnqueueRequest.to(ComputePack.DISPATCH)
        .template(ComputePack.REQUEST)
        .name("Demo analysis of pool " + pool)
        .nextAction("start_analysis_run")
        .readyAt(readyAt)
        .idempotencyKey("demo-analysis-" + pool)
        .properties(Map.of("demo", true, "pool_euid", pool, "pipeline", pipeline(platform)));
  }

  static String pipeline(Platform platform) {
    return platform == Platform.ONT ? "longread/1.4" : "germline/3.2";
  }
}
