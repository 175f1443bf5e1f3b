package io.tapline.server.logging;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.Refusal;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.JobCommand;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.QueueCommand;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.Engine;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.server.database.TenantNames;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/**
 * One log line for each action, also within a batch, so that a search for a job finds all its
 * actions. A line contains keys, states and codes only, never properties, payloads or the text of a
 * refusal, which may quote them. The evidence is in the database; the log is for people on call.
 */
@Component
final class ActionLog implements ActionListener {

  static final String LOGGER = "tapline.action";

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

  /** Missing permission is logged as a warning; all other refusals are normal operation. */
  private static final Set<Code> PERMISSION =
      EnumSet.of(Code.FORBIDDEN, Code.NOT_LEASE_OWNER, Code.UNAUTHENTICATED);

  private final TenantNames tenants;

  ActionLog(Engine engine, TenantNames tenants) {
    this.tenants = tenants;
    engine.listen(this);
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    for (int i = 0; i < outcomes.size(); i++) {
      var outcome = outcomes.get(i);
      if (outcome != null && outcome.refused()) {
        refused(caller, commands.get(i), outcome, outcomes.size(), took);
      } else if (outcome != null) {
        int batch = outcomes.size() + outcome.answer().others().size();
        done(caller, commands.get(i), outcome.answer(), batch, took);
        for (var other : outcome.answer().others()) {
          done(caller, commands.get(i), other, batch, took);
        }
      }
    }
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    if (refusal != null) {
      refused(caller, command, ItemOutcome.of(refusal), 1, took);
    } else if (answer.claims().isEmpty()) {
      // Polling workers produce many of these.
      if (LOG.isDebugEnabled()) {
        line(caller, command, 1, took).outcome("no_work").at(Level.DEBUG);
      }
    } else if (LOG.isInfoEnabled()) {
      for (var item : answer.claims()) {
        line(caller, command, answer.claims().size(), took)
            .subject(item.subjectEuid())
            .worker(answer.workerEuid())
            .lease(item.leaseEuid())
            .queue(item.queueKey())
            .action(item.actionEuid())
            .correlated(
                command.meta().correlationId() == null ? item.correlationId() : null,
                item.traceId())
            .outcome(answer.replayed() ? "replayed" : "done")
            .at(Level.INFO);
      }
    }
  }

  private void done(Caller caller, Command command, ActionAnswer answer, int batch, Duration took) {
    if (!LOG.isInfoEnabled()) {
      return;
    }
    var line = line(caller, command, batch, took);
    if (answer.subjectEuid() != null) {
      line.subject(answer.subjectEuid());
    }
    var worker = answer.workerEuid() != null ? answer.workerEuid() : answer.holderEuid();
    if (worker != null) {
      line.worker(worker);
    }
    if (answer.leaseEuid() != null) {
      line.lease(answer.leaseEuid());
    }
    if (answer.queueKey() != null) {
      line.queue(answer.queueKey());
    }
    line.toQueue(answer.toQueueKey())
        .action(answer.actionEuid())
        .correlated(answer.correlationId(), answer.traceId())
        .terminal(terminalStatus(answer))
        .outcome(answer.replayed() ? "replayed" : "done")
        .at(Level.INFO);
  }

  private static String terminalStatus(ActionAnswer answer) {
    var state = answer.state();
    return state != null && state.terminal() ? state.name() : null;
  }

  /** One line for each job that was found, or one line with the fields of the request. */
  private void refused(
      Caller caller, Command command, ItemOutcome outcome, int batch, Duration took) {
    var level = PERMISSION.contains(outcome.refusal().code()) ? Level.WARN : Level.INFO;
    if (!LOG.isEnabledForLevel(level)) {
      return;
    }
    if (outcome.refusedSubjects().isEmpty()) {
      refused(line(caller, command, batch, took), outcome.refusal(), level);
    }
    for (var about : outcome.refusedSubjects()) {
      var line = line(caller, command, batch, took).subject(about.subjectEuid());
      if (about.queueKey() != null) {
        line.queue(about.queueKey());
      }
      refused(line, outcome.refusal(), level);
    }
  }

  private static void refused(ActionLine line, Refusal refusal, Level level) {
    line.outcome("refused").code(refusal.code(), refusal.field()).at(level);
  }

  /** A line with the fields of the request; the caller overwrites them with those of the answer. */
  private ActionLine line(Caller caller, Command command, int batch, Duration took) {
    var line = new ActionLine(tenants.nameOf(caller.tenantId()), caller, command, batch, took);
    if (command instanceof Claim claim) {
      line.subject(claim.subjectEuid())
          .worker(claim.workerEuid())
          .queue(claim.queueKey())
          .expected(claim.expect() == null ? null : claim.expect().state());
    } else if (command instanceof Enqueue enqueue) {
      line.subject(enqueue.subjectEuid())
          .queue(enqueue.queueKey())
          .expected(enqueue.expect() == null ? null : enqueue.expect().state());
    } else if (command instanceof SubjectCommand about) {
      line.subject(about.subjectEuid()).expected(about.expect().state());
      if (about instanceof LeaseCommand verb) {
        line.worker(verb.workerEuid()).lease(verb.leaseEuid());
      } else if (about instanceof ExpireLease expire) {
        line.lease(expire.leaseEuid());
      } else if (about instanceof ExternalResult result) {
        line.worker(result.workerEuid());
      } else if (about instanceof Requeue requeue) {
        line.queue(requeue.queueKey());
      }
    } else if (command instanceof PerformAction action) {
      line.subject(action.subjectEuid())
          .worker(action.workerEuid())
          .lease(action.leaseEuid())
          .expected(action.expect().state());
    } else if (command instanceof QueueCommand about) {
      line.queue(about.queueKey());
    } else if (command instanceof JobCommand about) {
      line.queue(about.queueKey());
    } else if (command instanceof Heartbeat beat) {
      line.worker(beat.workerEuid());
    } else if (command instanceof AdministerWorker administer) {
      line.worker(administer.workerEuid());
    }
    return line;
  }

  /** The log line of one action. Every line has all fields; an unknown field is null. */
  private static final class ActionLine {

    /** Longest logged text of a client; every accepted key is shorter. */
    private static final int LONGEST = 200;

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

    ActionLine(String tenant, Caller caller, Command command, int batch, Duration took) {
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
      LOG.atLevel(level)
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
}
