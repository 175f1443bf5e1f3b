package io.tapline.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.tapline.postgres.TestServer;
import io.tapline.server.Server;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Traces as a collector gets them: from a real exporter, over HTTP. */
@Tag("soak")
class OpenTelemetryTracingTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";
  private static final String HEADER = "00-" + TRACE + "-" + PARENT + "-01";
  private static final String ENDPOINT = "otel.exporter.otlp.endpoint";

  @AfterEach
  void forget() {
    System.clearProperty(ENDPOINT);
  }

  private static String hex(com.google.protobuf.ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  private static Span only(OtlpReceiver collector, String name) {
    assertThat(collector.named(name)).as(name).hasSize(1);
    return collector.named(name).get(0);
  }

  @Test
  void a_subject_is_followed_from_enqueue_through_claim_to_completion() {
    try (var collector = new OtlpReceiver()) {
      System.setProperty(ENDPOINT, collector.endpoint());
      String enqueueAction;
      try (var tapline = TestTapline.start()) {
        var lab = new TenantApi(tapline, "acme");
        var queue = lab.queue();
        var enqueued =
            lab.operator
                .with("traceparent", HEADER)
                .post(
                    "actions/enqueue",
                    TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0"))
                .ok();
        enqueueAction = enqueued.path("action_euid").asString();
        // Another server on the same database knows of the enqueue only what is stored.
        try (var other = Server.start(TestTapline.settings(tapline.scratch()))) {
          var worker = lab.worker();
          var there = new io.tapline.server.testing.HttpApi(other.address(), "acme-service");
          var claim =
              there
                  .post("actions/claim", TenantApi.body("worker_euid", worker, "queue_key", queue))
                  .ok()
                  .path("claims")
                  .get(0);
          there.post("actions/complete", TenantApi.on(worker, claim)).ok();
        }
      }
      // Closing the servers has sent all that there was.
      var enqueue = only(collector, "enqueue_subject");
      assertThat(hex(enqueue.getTraceId())).isEqualTo(TRACE);
      assertThat(hex(enqueue.getSpanId())).isEqualTo(SpanIds.of(TRACE, enqueueAction));
      assertThat(enqueue.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_PRODUCER);
      var request = only(collector, "POST /api/v1/execution/actions/enqueue");
      assertThat(hex(request.getParentSpanId())).isEqualTo(PARENT);
      assertThat(enqueue.getParentSpanId()).isEqualTo(request.getSpanId());

      for (var name : List.of("claim_queue_item", "complete_queue_execution")) {
        var span = only(collector, name);
        assertThat(hex(span.getTraceId())).as(name).isNotEqualTo(TRACE);
        assertThat(span.getLinksList()).as(name).hasSize(1);
        assertThat(span.getLinks(0).getTraceId()).isEqualTo(enqueue.getTraceId());
        assertThat(span.getLinks(0).getSpanId()).isEqualTo(enqueue.getSpanId());
      }
    }
  }

  @Test
  void the_trace_of_a_request_is_kept_with_its_action_whether_or_not_anybody_collects() {
    try (var tapline = TestTapline.start()) {
      var lab = new TenantApi(tapline, "acme");
      var subject =
          lab.operator
              .with("traceparent", HEADER)
              .post(
                  "actions/enqueue",
                  TenantApi.body(
                      "queue_key", lab.queue(), "template_code", "data/execution/task/1.0"))
              .ok()
              .path("subject_euid")
              .asString();
      var action = lab.operator.get("subjects/" + subject + "/history").ok().path("actions").get(0);
      assertThat(action.path("trace_id").asString()).isEqualTo(TRACE);
      assertThat(tapline.server().bean(OpenTelemetryTracing.class).on()).isFalse();
    }
  }

  @Test
  void a_collector_that_is_not_there_costs_no_request_its_answer() {
    System.setProperty(ENDPOINT, "http://127.0.0.1:1");
    try (var scratch = TestServer.database();
        var server = Server.start(TestTapline.settings(scratch))) {
      var who = new io.tapline.server.testing.HttpApi(server.address(), "acme-admin");
      assertThat(who.get("queues").status()).isEqualTo(200);
    }
  }
}
