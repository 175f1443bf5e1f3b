package io.tapline.cli.exec;

import io.tapline.cli.connect.InputDocuments;
import io.tapline.client.worker.Job;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The input of a program: the job as JSON on standard input, and its fields as variables. */
final class ProgramInput {

  /** Linux allows 128 KiB per variable; longer values are only in the JSON. */
  private static final int LONGEST_VARIABLE = 4_096;

  private ProgramInput() {}

  static byte[] input(Job job) {
    var subject =
        InputDocuments.object()
            .put("subject_euid", job.subjectEuid())
            .put("queue_key", job.queueKey())
            .put("action_key", job.actionKey())
            .put("attempt", job.attempt())
            .put("fencing_token", job.fencingToken())
            .put("lease_euid", job.leaseEuid())
            .put("record_euid", job.recordEuid())
            .put("correlation_id", job.correlationId())
            .put("trace_id", job.traceId());
    subject.set("properties", job.properties());
    return (subject + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static Map<String, String> variables(Job job) {
    var all = new LinkedHashMap<String, String>();
    job.properties().forEachEntry((name, value) -> property(all, name, value));
    all.put("TAPLINE_SUBJECT", job.subjectEuid());
    all.put("TAPLINE_QUEUE", job.queueKey());
    all.put("TAPLINE_ACTION", job.actionKey() == null ? "" : job.actionKey());
    all.put("TAPLINE_ATTEMPT", Integer.toString(job.attempt()));
    all.put("TAPLINE_FENCING_TOKEN", Long.toString(job.fencingToken()));
    all.put("TAPLINE_LEASE", job.leaseEuid());
    all.put("TAPLINE_RECORD", job.recordEuid());
    all.put("TAPLINE_CORRELATION_ID", job.correlationId() == null ? "" : job.correlationId());
    all.put("TAPLINE_TRACE_ID", job.traceId() == null ? "" : job.traceId());
    all.put("TAPLINE_TRACEPARENT", job.traceId() == null ? "" : job.traceparent());
    return all;
  }

  /** Texts, numbers and flags become variables, so that a simple script needs no parser. */
  private static void property(Map<String, String> all, String name, JsonNode value) {
    if (!value.isValueNode() || value.isNull()) {
      return;
    }
    var text = value.asString();
    if (text.length() <= LONGEST_VARIABLE && text.indexOf('\0') < 0) {
      var safe = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
      all.put("TAPLINE_PROPERTY_" + safe, text);
    }
  }
}
