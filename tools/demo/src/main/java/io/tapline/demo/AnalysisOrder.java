package io.tapline.demo;

import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.client.http.WireJson;
import io.tapline.packs.compute.ComputePack;
import io.tapline.packs.wetlab.SequencingPlatform;
import java.time.Instant;
import java.util.Map;

/** Creates the order of the analysis of a pool; its idempotency key allows one order per pool. */
final class AnalysisOrder {

  private AnalysisOrder() {}

  static Enqueue order(SequencingPlatform platform, String pool, Instant readyAt) {
    return EnqueueBuilder.builder()
        .meta(RequestMeta.key("demo-analysis-" + pool))
        .queueKey(ComputePack.DISPATCH)
        .templateCode(ComputePack.REQUEST)
        .subjectName("Demo analysis of pool " + pool)
        .nextActionKey("start_analysis_run")
        .readyAt(readyAt)
        .properties(
            WireJson.tree(Map.of("demo", true, "pool_euid", pool, "pipeline", pipeline(platform))))
        .build();
  }

  static String pipeline(SequencingPlatform platform) {
    return platform == SequencingPlatform.ONT ? "longread/1.4" : "germline/3.2";
  }
}
