package io.tapline.engine;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.Scope;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** A request to enqueue, for the SQL function and for the engine alike. */
@RecordBuilder
record SqlEnqueueCase(
    String queue,
    String key,
    String properties,
    String template,
    String name,
    String action,
    Integer priority,
    Instant readyAt,
    Instant dueAt,
    String site,
    Integer maxAttempts,
    Instant deadlineAt,
    String correlation,
    String trace,
    String parent,
    String cause,
    String trx,
    String step) {

  private static final String CALL =
      "select tapline.enqueue(queue_key => ?, idempotency_key => ?, properties => ?::jsonb,"
          + " template_code => ?, subject_name => ?, next_action_key => ?, priority => ?,"
          + " ready_at => ?, due_at => ?, site => ?, max_attempts => ?, deadline_at => ?,"
          + " correlation_id => ?, trace_id => ?, parent_job => ?, causation_event => ?,"
          + " trx_euid => ?, step_euid => ?)";

  Enqueue command() {
    return EnqueueBuilder.builder()
        .meta(new RequestMeta(key, correlation, trace))
        .templateCode(template)
        .subjectName(name)
        .properties(properties == null ? null : Json.parse(properties))
        .queueKey(queue)
        .nextActionKey(action)
        .priority(priority)
        .readyAt(readyAt)
        .dueAt(dueAt)
        .scope(site == null ? null : new Scope(site, null, null))
        .maxAttempts(maxAttempts)
        .ties(
            deadlineAt == null && parent == null && cause == null && trx == null && step == null
                ? null
                : EnqueueLinksBuilder.builder()
                    .deadlineAt(deadlineAt)
                    .causationEvent(cause)
                    .parentJob(parent)
                    .correlation(new CorrelationRefs(trx, null, null, step))
                    .build())
        .build();
  }

  static String enqueue(Connection app, SqlEnqueueCase c) throws SQLException {
    try (var call = app.prepareStatement(CALL)) {
      call.setString(1, c.queue());
      call.setString(2, c.key());
      call.setString(3, c.properties());
      call.setString(4, c.template());
      call.setString(5, c.name());
      call.setString(6, c.action());
      call.setObject(7, c.priority(), Types.INTEGER);
      call.setObject(8, at(c.readyAt()), Types.TIMESTAMP_WITH_TIMEZONE);
      call.setObject(9, at(c.dueAt()), Types.TIMESTAMP_WITH_TIMEZONE);
      call.setString(10, c.site());
      call.setObject(11, c.maxAttempts(), Types.INTEGER);
      call.setObject(12, at(c.deadlineAt()), Types.TIMESTAMP_WITH_TIMEZONE);
      call.setString(13, c.correlation());
      call.setString(14, c.trace());
      call.setString(15, c.parent());
      call.setString(16, c.cause());
      call.setString(17, c.trx());
      call.setString(18, c.step());
      try (var rows = call.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private static OffsetDateTime at(Instant time) {
    return time == null ? null : OffsetDateTime.ofInstant(time, ZoneOffset.UTC);
  }

  static List<SqlEnqueueCase> cases(Random random, int count) {
    var all = new ArrayList<SqlEnqueueCase>();
    for (int i = 0; i < count; i++) {
      all.add(
          new SqlEnqueueCase(
              any(
                  random,
                  "any",
                  "any",
                  "any",
                  "signals",
                  "signals",
                  "kind",
                  "kind",
                  "nowhere",
                  "not a key"),
              any(random, "k" + i, "k" + i, "k" + i, "k" + i / 3, " "),
              any(
                  random,
                  null,
                  "{}",
                  "{\"a\":1,\"b\":{\"c\":[1,2.5,null,true,\"x\"]}}",
                  "{\"z\":\"ü € \\n \\\" / \",\"y\":-7,\"x\":1.0,\"w\":2.50}",
                  "{\"big\":\"" + "x".repeat(2_000) + "\"}",
                  "{\"deep\":[{\"Token\":\"t\"}]}",
                  "{\"execution\":{}}",
                  "{\"list\":[" + "1,".repeat(100) + "1]}",
                  "{\"many\":{" + wide() + "}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"s\"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"s\"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"MOT\",\"source_system\":\"s\"}}",
                  "{\"job\":{\"domain\":\" \",\"executor\":\"DOT\",\"source_system\":\"s\"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":7}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"\\t\"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"s\",\"enqueued_by\":\""
                      + " \"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"s\",\"payload_classification\":\"x\"}}",
                  "[1]"),
              any(
                  random,
                  Enqueue.TASK,
                  Enqueue.TASK,
                  Enqueue.TASK,
                  "content/material/specimen/1.0",
                  "data/none/1.0",
                  null),
              any(random, null, "S-" + i % 7, "n".repeat(201)),
              any(random, null, "extract"),
              any(random, null, 0, 5, 1_000_000, 1_000_001, -1, -1_000_000, -1_000_001),
              any(random, null, time(random)),
              any(random, null, time(random)),
              any(random, null, "sfo"),
              any(random, null, 1, 1_000, 0),
              any(random, null, time(random)),
              any(random, null, "corr-" + i % 5),
              any(random, null, "4bf92f3577b34da6a3ce929d0e0e4736"),
              seldom(random, "Z-TK-10", "nobody"),
              seldom(random, "Z-AE-10.0", "t".repeat(201)),
              any(random, null, null, "TRX" + i % 9, "no identifier"),
              any(random, null, null, "STEP-1", "")));
    }
    return all;
  }

  /** Small texts, and too many of them for a signal. */
  private static String wide() {
    return IntStream.range(0, 30)
        .mapToObj(i -> "\"k" + i + "\":\"" + "y".repeat(600) + "\"")
        .collect(Collectors.joining(","));
  }

  private static Instant time(Random random) {
    return Instant.parse("2020-01-01T00:00:00.000001Z").plusSeconds(random.nextInt(1_000_000_000));
  }

  @SafeVarargs
  private static <T> T any(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  /** Null in two of three cases. */
  private static String seldom(Random random, String... values) {
    return random.nextInt(3) == 0 ? any(random, values) : null;
  }

  static SqlEnqueueCase task(String key) {
    return SqlEnqueueCaseBuilder.builder()
        .queue(InspectedTenant.QUEUE)
        .key(key)
        .properties("{\"n\":1}")
        .template(Enqueue.TASK)
        .build();
  }

  static Enqueue job(JsonNode job) {
    return EnqueueBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .templateCode(Enqueue.TASK)
        .properties(Json.tree(Map.of("job", job)))
        .queueKey(InspectedTenant.QUEUE)
        .build();
  }
}
