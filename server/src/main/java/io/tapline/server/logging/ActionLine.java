package io.tapline.server.logging;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Command;
import io.tapline.engine.model.Caller;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** The log line of one action. Every line has all fields; an unknown field is null. */
final class ActionLine {

  /** Longest logged text of a client; every accepted key is shorter. */
  private static final int LONGEST = 200;

  private final Logger log;
  private final String tenant;
  private final Caller caller;
  private final Command command;
  private final int batch;
  private final Duration took;
  private String subject;
  private String worker;
  private String lease;
  private String queue;
  private String toQueue;
  private String action;
  private String expected;
  private String terminal;
  private String outcome;
  private String code;
  private String field;
  private String correlation;
  private String trace;

  ActionLine(Logger log, String tenant, Caller caller, Command command, int batch, Duration took) {
    this.log = log;
    this.tenant = tenant;
    this.caller = caller;
    this.command = command;
    this.batch = batch;
    this.took = took;
    this.correlation = command.meta().correlationId();
    this.trace = command.meta().traceId();
  }

  ActionLine subject(String euid) {
    subject = brief(euid);
    return this;
  }

  ActionLine worker(String euid) {
    worker = brief(euid);
    return this;
  }

  ActionLine lease(String euid) {
    lease = brief(euid);
    return this;
  }

  ActionLine queue(String key) {
    queue = brief(key);
    return this;
  }

  /** The queue that the job was moved to. */
  ActionLine toQueue(String key) {
    toQueue = brief(key);
    return this;
  }

  /** The action record of the request. */
  ActionLine action(String euid) {
    action = euid;
    return this;
  }

  ActionLine expected(ExecutionState state) {
    expected = state == null ? null : state.name();
    return this;
  }

  ActionLine terminal(String state) {
    terminal = state;
    return this;
  }

  ActionLine outcome(String word) {
    outcome = word;
    return this;
  }

  /**
   * The identifiers of the recorded action; a request without its own inherits those of its job.
   */
  ActionLine correlated(String correlationId, String traceId) {
    correlation = correlationId != null ? correlationId : correlation;
    trace = traceId != null ? traceId : trace;
    return this;
  }

  ActionLine code(Code why, String where) {
    code = why.name();
    field = where;
    return this;
  }

  /** A key may have been refused because of its length. */
  private static String brief(String text) {
    return text == null || text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  void at(Level level) {
    var meta = command.meta();
    log.atLevel(level)
        .addKeyValue("tenant", tenant)
        .addKeyValue("principal", caller.principal())
        .addKeyValue("action_key", command.action().wire())
        .addKeyValue("outcome", outcome)
        .addKeyValue("code", code)
        .addKeyValue("field", field)
        .addKeyValue("subject_euid", subject)
        .addKeyValue("worker_euid", worker)
        .addKeyValue("lease_euid", lease)
        .addKeyValue("queue_key", queue)
        .addKeyValue("to_queue_key", toQueue)
        .addKeyValue("idempotency_key", brief(meta.idempotencyKey()))
        .addKeyValue("expected_state", expected)
        .addKeyValue("terminal_status", terminal)
        .addKeyValue("duration_ms", took.toNanos() / 1_000 / 1e3)
        .addKeyValue("batch", batch)
        .addKeyValue("action_euid", action)
        .addKeyValue("correlation_id", brief(correlation))
        .addKeyValue("trace_id", trace)
        .log("action");
  }
}
