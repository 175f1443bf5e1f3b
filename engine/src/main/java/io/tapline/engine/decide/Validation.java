package io.tapline.engine.decide;

import io.tapline.engine.command.AdministerWorker;
import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Clean;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.Compensate;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.CreateQueue;
import io.tapline.engine.command.CreateWorkflow;
import io.tapline.engine.command.CredentialCommand;
import io.tapline.engine.command.Dispatch;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.EnqueueLinks;
import io.tapline.engine.command.ExpireLease;
import io.tapline.engine.command.ExternalResult;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.FailOverdue;
import io.tapline.engine.command.Heartbeat;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.Prepare;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.command.RegisterJob;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.ReleaseHold;
import io.tapline.engine.command.Renew;
import io.tapline.engine.command.ReportProgress;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.ResolveDeadLetter;
import io.tapline.engine.command.RetireJob;
import io.tapline.engine.command.RetireQueue;
import io.tapline.engine.command.SendToDeadLetter;
import io.tapline.engine.command.SetCallbackSecret;
import io.tapline.engine.command.SettleDependencies;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.command.SubscriptionCommand;
import io.tapline.engine.command.SwitchSubstrate;
import io.tapline.engine.command.UpdateQueue;
import io.tapline.engine.command.WebhookCommand;
import io.tapline.engine.model.CorrelationRefs;
import io.tapline.engine.model.DeadLetterReason;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.ResolutionState;
import io.tapline.engine.model.RetryPolicy;
import io.tapline.engine.model.Scope;
import io.tapline.engine.model.WordList;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Checks a request by itself, before anything is read: missing, too long, out of range. */
public final class Validation {

  private static final Pattern QUEUE_KEY = Pattern.compile("[A-Za-z0-9@][A-Za-z0-9_.:@/-]*");

  private Validation() {}

  /** The first fault, or null. */
  public static Refusal refusal(Command command) {
    var checks = new FieldChecks();
    var meta = command.meta();
    if (!(command instanceof Heartbeat)) {
      checks.required("idempotency_key", meta.idempotencyKey(), Limits.KEY);
    } else {
      checks.text("idempotency_key", meta.idempotencyKey(), Limits.KEY);
    }
    checks
        .text("correlation_id", meta.correlationId(), Limits.KEY)
        .text("trace_id", meta.traceId(), Limits.KEY);
    fields(checks, command);
    return checks.first();
  }

  private static void fields(FieldChecks c, Command command) {
    if (command instanceof LeaseCommand verb) {
      lease(c, verb);
    } else if (command instanceof Enqueue enqueue) {
      enqueue(c, enqueue);
    } else if (command instanceof Prepare prepare) {
      c.required("template_code", prepare.templateCode(), Limits.KEY)
          .text("subject_name", prepare.subjectName(), Limits.NAME);
      properties(c, prepare.properties());
      scope(c, prepare.scope());
    } else if (command instanceof PerformAction performAction) {
      c.text("subject_euid", performAction.subjectEuid(), Limits.KEY)
          .text("worker_euid", performAction.workerEuid(), Limits.KEY)
          .text("lease_euid", performAction.leaseEuid(), Limits.KEY)
          .text("reason", performAction.reason(), Limits.TEXT)
          .json("body", performAction.fields(), Limits.PAYLOAD_BYTES);
    } else if (command instanceof Claim claim) {
      c.required("worker_euid", claim.workerEuid(), Limits.KEY)
          .text("queue_key", claim.queueKey(), Limits.KEY)
          .text("subject_euid", claim.subjectEuid(), Limits.KEY)
          .range("max_items", claim.maxItems(), 1, Limits.CLAIM)
          .json("payload", claim.payload(), Limits.PAYLOAD_BYTES)
          .range("lease_ttl_seconds", claim.leaseTtlSeconds(), 1, Limits.LEASE_TTL_SECONDS);
      comparable(c, claim.expect(), claim.subjectEuid());
    } else if (command instanceof CreateQueue create) {
      queueKey(c, create.queueKey());
      queue(c, create.fields());
      c.that(
          create.fields().subjectTemplateCodes() != null
              && !create.fields().subjectTemplateCodes().isEmpty(),
          "subject_template_codes",
          "names at least one work-bearing template, such as " + Enqueue.TASK);
    } else if (command instanceof UpdateQueue update) {
      queueKey(c, update.queueKey());
      queue(c, update.fields());
      c.present("expected_revision", update.expectedRevision())
          .text("reason", update.reason(), Limits.TEXT)
          .that(
              update.fields().subjectTemplateCodes() == null,
              "subject_template_codes",
              "cannot be changed; create a new queue and retire this one");
    } else if (command instanceof RetireQueue retire) {
      queueKey(c, retire.queueKey());
      c.required("reason", retire.reason(), Limits.TEXT)
          .text("replaced_by", retire.replacedBy(), Limits.KEY)
          .that(
              retire.replacedBy() == null || !retire.replacedBy().equals(retire.queueKey()),
              "replaced_by",
              "is the queue itself");
    } else if (command instanceof RegisterJob job) {
      c.required("room_id", job.roomId(), Limits.NAME)
          .required("category", job.category(), Limits.NAME)
          .required("name", job.name(), Limits.NAME)
          .that(job.schema() != null && job.schema().isObject(), "schema", "is not a JSON object")
          .json("schema", job.schema(), Limits.PAYLOAD_BYTES)
          .text("worker_euid", job.workerEuid(), Limits.KEY)
          .range("lease_ttl_seconds", job.leaseTtlSeconds(), 1, Limits.LEASE_TTL_SECONDS);
      if (c.first() == null) {
        c.that(
            job.queueKey().length() <= Limits.KEY,
            "name",
            "is too long together with its room and category");
      }
    } else if (command instanceof RetireJob job) {
      queueKey(c, job.queueKey());
      c.required("reason", job.reason(), Limits.TEXT);
    } else if (command instanceof SetCallbackSecret set) {
      queueKey(c, set.queueKey());
      c.required("secret", set.secret(), Limits.SECRET)
          .that(
              set.secret() == null || set.secret().length() >= Limits.SECRET_LEAST,
              "secret",
              "has at least " + Limits.SECRET_LEAST + " characters; draw it by chance")
          .required("reason", set.reason(), Limits.TEXT);
    } else if (command instanceof RegisterWorker register) {
      register(c, register);
    } else if (command instanceof Heartbeat beat) {
      c.required("worker_euid", beat.workerEuid(), Limits.KEY)
          .time("last_error_at", beat.lastErrorAt())
          .text("last_error_class", beat.lastErrorClass(), Limits.NAME)
          .text("host", beat.host(), Limits.NAME)
          .text("process_identity", beat.processIdentity(), Limits.NAME);
    } else if (command instanceof AdministerWorker admin) {
      c.required("worker_euid", admin.workerEuid(), Limits.KEY)
          .required("reason", admin.reason(), Limits.TEXT);
    } else if (command instanceof CreateWorkflow workflow) {
      WorkflowChecks.fields(c, workflow);
    } else if (command instanceof SubscriptionCommand subscription) {
      SubscriptionChecks.fields(c, subscription);
    } else if (command instanceof SwitchSubstrate flip) {
      c.present("enabled", flip.enabled()).required("reason", flip.reason(), Limits.TEXT);
    } else if (command instanceof CredentialCommand credential) {
      CredentialChecks.fields(c, credential);
    } else if (command instanceof WebhookCommand webhook) {
      WebhookChecks.fields(c, webhook);
    } else {
      operator(c, command);
    }
  }

  /** Of what is chosen, or made, by the request itself nothing can be known before. */
  private static void comparable(FieldChecks c, StatePrecondition expect, String subjectEuid) {
    if (!StatePrecondition.none(expect)) {
      c.that(
          subjectEuid != null,
          expect.given(),
          "is compared with the subject, and this request names none; send subject_euid, or leave"
              + " it out");
    }
  }

  private static void lease(FieldChecks c, LeaseCommand verb) {
    c.required("lease_euid", verb.leaseEuid(), Limits.KEY)
        .text("reason", verb.reason(), Limits.TEXT);
    if (!verb.override()) {
      c.required("worker_euid", verb.workerEuid(), Limits.KEY);
    }
    if (!(verb instanceof Renew) && !(verb instanceof Release)) {
      c.required("subject_euid", verb.subjectEuid(), Limits.KEY);
    }
    if (verb instanceof Complete complete) {
      c.text("action_key", complete.actionKey(), Limits.KEY)
          .text("next_queue_key", complete.nextQueueKey(), Limits.KEY)
          .text("next_action_key", complete.nextActionKey(), Limits.KEY)
          .json("result_payload", complete.resultPayload(), Limits.PAYLOAD_BYTES)
          .texts("outputs", complete.outputs(), Limits.KEY)
          .that(
              complete.nextActionKey() == null || complete.nextQueueKey() != null,
              "next_action_key",
              "needs a next_queue_key to go with");
    } else if (verb instanceof Fail fail) {
      fail(c, fail);
    } else if (verb instanceof ReportProgress progress) {
      c.that(
              progress.fraction() != null || progress.message() != null,
              "fraction",
              "is required, or a message instead")
          .range("fraction", progress.fraction(), 0, 1)
          .text("message", progress.message(), Limits.PROGRESS);
    } else if (verb instanceof Dispatch dispatch) {
      c.required("external_ref", dispatch.externalRef(), Limits.KEY)
          .time("deadline_at", dispatch.deadlineAt())
          .json("dispatch_payload", dispatch.dispatchPayload(), Limits.PAYLOAD_BYTES);
    } else if (verb instanceof Release release) {
      metadata(c, release.metadata());
    }
  }

  private static void fail(FieldChecks c, Fail fail) {
    c.that(
            fail.retryable() != null || fail.errorClass() != null,
            "error_class",
            "is required, or retryable instead")
        .code("error_code", fail.errorCode(), "error_message")
        .text("error_message", fail.errorMessage(), Limits.TEXT)
        .text("next_queue_key", fail.nextQueueKey(), Limits.KEY)
        .json("result_payload", fail.resultPayload(), Limits.PAYLOAD_BYTES);
    deadLetter(c, fail.reasonCode(), fail.stage());
    if (fail.retryable() != null && fail.errorClass() != null) {
      boolean retries = fail.errorClass().outcome() == ErrorClass.FailureEffect.RETRY;
      c.that(
          retries == fail.retryable(),
          "retryable",
          fail.retryable() + " contradicts error_class " + fail.errorClass());
    }
  }

  private static void deadLetter(FieldChecks c, String reasonCode, String stage) {
    c.that(
            reasonCode == null || DeadLetterReason.REASON_CODES.contains(reasonCode),
            "reason_code",
            "is not one of " + WordList.and(DeadLetterReason.REASON_CODES))
        .that(
            stage == null || DeadLetterReason.STAGES.contains(stage),
            "stage",
            "is not one of " + WordList.and(DeadLetterReason.STAGES));
  }

  private static void enqueue(FieldChecks c, Enqueue e) {
    comparable(c, e.expect(), e.subjectEuid());
    c.that(
            e.templateCode() == null || e.subjectEuid() == null,
            "subject_euid",
            "is for a subject that exists; " + "template_code makes a new one; give one of them")
        .that(
            e.templateCode() != null || e.subjectEuid() != null,
            "template_code",
            "is required, or subject_euid instead")
        .that(
            e.subjectEuid() == null || e.properties() == null,
            "properties",
            "belong to a new subject; this one has its own")
        .text("template_code", e.templateCode(), Limits.KEY)
        .text("subject_name", e.subjectName(), Limits.NAME)
        .text("subject_euid", e.subjectEuid(), Limits.KEY);
    queueKey(c, e.queueKey());
    c.text("next_action_key", e.nextActionKey(), Limits.KEY)
        .range("priority", e.priority(), 0, Limits.PRIORITY)
        .time("ready_at", e.readyAt())
        .time("due_at", e.dueAt())
        .range("max_attempts", e.maxAttempts(), 1, Limits.ATTEMPTS);
    if (e.submission() != null) {
      c.required("submission.room_id", e.submission().roomId(), Limits.NAME)
          .required("submission.job", e.submission().job(), 3 * Limits.NAME);
    }
    properties(c, e.properties());
    scope(c, e.scope());
    ties(c, e.ties());
  }

  private static void ties(FieldChecks c, EnqueueLinks links) {
    if (links != null) {
      c.time("deadline_at", links.deadlineAt())
          .text("causation_event", links.causationEvent(), Limits.KEY)
          .text("parent_job", links.parentJob(), Limits.KEY)
          .text("workflow", links.workflow(), Limits.KEY)
          .texts("depends_on", links.dependsOn(), Limits.KEY)
          .that(
              !links.waits() || links.workflow() != null,
              "depends_on",
              "needs the workflow in which they are jobs")
          .that(
              links.onFailure() == null || links.waits(),
              "on_failure",
              "needs a depends_on to speak of");
      correlation(c, links.correlation());
    }
  }

  private static void correlation(FieldChecks c, CorrelationRefs refs) {
    if (refs != null) {
      c.identifier("correlation.trx_euid", refs.trxEuid())
          .identifier("correlation.accession_euid", refs.accessionEuid())
          .identifier("correlation.run_euid", refs.runEuid())
          .identifier("correlation.step_euid", refs.stepEuid());
    }
  }

  static void properties(FieldChecks c, tools.jackson.databind.JsonNode properties) {
    c.json("properties", properties, Limits.PAYLOAD_BYTES)
        .that(properties == null || properties.isObject(), "properties", "is not a JSON object")
        .that(
            properties == null || !properties.has("execution"),
            "properties.execution",
            "is where Tapline keeps the envelope; use another name");
  }

  private static void scope(FieldChecks c, Scope scope) {
    if (scope != null) {
      c.text("scope.site", scope.site(), Limits.NAME)
          .text("scope.platform", scope.platform(), Limits.NAME)
          .text("scope.assay", scope.assay(), Limits.NAME);
    }
  }

  private static void queueKey(FieldChecks c, String key) {
    c.required("queue_key", key, Limits.KEY)
        .that(
            key == null || QUEUE_KEY.matcher(key).matches(),
            "queue_key",
            "is not letters, digits and _ . : @ / -");
  }

  private static void queue(FieldChecks c, QueueFields f) {
    c.text("display_name", f.displayName(), Limits.NAME)
        .range("dispatch_priority", f.dispatchPriority(), 0, Limits.PRIORITY)
        .texts("subject_template_codes", f.subjectTemplateCodes(), Limits.KEY)
        .texts("required_worker_capabilities", f.requiredWorkerCapabilities(), Limits.NAME)
        .texts("site_scope", f.siteScope(), Limits.NAME)
        .texts("platform_scope", f.platformScope(), Limits.NAME)
        .texts("assay_scope", f.assayScope(), Limits.NAME)
        .range("lease_ttl_seconds", f.leaseTtlSeconds(), 1, Limits.LEASE_TTL_SECONDS)
        .range(
            "heartbeat_interval_seconds",
            f.heartbeatIntervalSeconds(),
            0,
            Limits.LEASE_TTL_SECONDS / LeaseTerms.BEATS)
        .range("max_attempts_default", f.maxAttemptsDefault(), 1, Limits.ATTEMPTS)
        .range("retention_days", f.retentionDays(), 0, Limits.KEPT_DAYS)
        .range("evidence_days", f.evidenceDays(), 0, Limits.KEPT_DAYS)
        .text("compensation_queue_key", f.compensationQueueKey(), Limits.KEY)
        .text("compensation_action_key", f.compensationActionKey(), Limits.KEY)
        .text("executor", f.executor(), Limits.NAME)
        .text("disabled_reason", f.disabledReason(), Limits.TEXT)
        .that(
            f.eligibleStates() == null
                || (!f.eligibleStates().isEmpty()
                    && f.eligibleStates().stream()
                        .allMatch(state -> state != null && state.claimable())),
            "eligible_states",
            "is a part of READY and FAILED_RETRYABLE")
        .that(
            f.selectionPolicy() == null
                || f.selectionPolicy().order() == null
                || f.selectionPolicy().order().equals(QueuePolicy.SelectionPolicy.FIXED.order()),
            "selection_policy.order",
            "is " + QueuePolicy.SelectionPolicy.FIXED.order() + "; there is no other");
    var retry = f.retryPolicy();
    if (retry != null) {
      c.that(
              retry.mode() == null || retry.mode().equals(RetryPolicy.EXPONENTIAL_BACKOFF),
              "retry_policy.mode",
              "is " + RetryPolicy.EXPONENTIAL_BACKOFF)
          .range(
              "retry_policy.initial_delay_seconds",
              retry.initialDelaySeconds(),
              0,
              Limits.RETRY_DELAY_SECONDS)
          .range("retry_policy.backoff_factor", retry.backoffFactor(), 1, Limits.BACKOFF_FACTOR)
          .range(
              "retry_policy.max_delay_seconds",
              retry.maxDelaySeconds(),
              0,
              Limits.RETRY_DELAY_SECONDS)
          .range("retry_policy.jitter_fraction", retry.jitterFraction(), 0, 1);
    }
  }

  private static void register(FieldChecks c, RegisterWorker r) {
    c.required("worker_key", r.workerKey(), Limits.KEY)
        .text("display_name", r.displayName(), Limits.NAME)
        .present("worker_type", r.workerType())
        .texts("capabilities", r.capabilities(), Limits.NAME)
        .texts("site_scope", r.siteScope(), Limits.NAME)
        .texts("platform_scope", r.platformScope(), Limits.NAME)
        .texts("assay_scope", r.assayScope(), Limits.NAME)
        .range("max_concurrent_leases", r.maxConcurrentLeases(), 1, Limits.CONCURRENT_LEASES)
        .range("heartbeat_ttl_seconds", r.heartbeatTtlSeconds(), 1, Limits.HEARTBEAT_TTL_SECONDS)
        .text("build_version", r.buildVersion(), Limits.NAME)
        .text("host", r.host(), Limits.NAME)
        .text("process_identity", r.processIdentity(), Limits.NAME);
  }

  private static void metadata(FieldChecks c, JsonNode metadata) {
    c.json("metadata", metadata, Limits.PAYLOAD_BYTES)
        .that(metadata == null || metadata.isObject(), "metadata", "is not a JSON object");
  }

  private static void operator(FieldChecks c, Command command) {
    if (command instanceof PlaceHold hold) {
      c.required("subject_euid", hold.subjectEuid(), Limits.KEY)
          .text("queue_key", hold.queueKey(), Limits.KEY)
          .present("hold_code", hold.holdCode())
          .code("hold_code", hold.holdCode(), "reason")
          .required("reason", hold.reason(), Limits.TEXT);
      metadata(c, hold.metadata());
    } else if (command instanceof ReleaseHold release) {
      c.required("hold_euid", release.holdEuid(), Limits.KEY)
          .text("reason", release.reason(), Limits.TEXT);
      metadata(c, release.metadata());
    } else if (command instanceof Requeue requeue) {
      c.required("subject_euid", requeue.subjectEuid(), Limits.KEY)
          .required("reason", requeue.reason(), Limits.TEXT)
          .text("queue_key", requeue.queueKey(), Limits.KEY)
          .text("next_action_key", requeue.nextActionKey(), Limits.KEY)
          .range("priority", requeue.priority(), 0, Limits.PRIORITY)
          .time("ready_at", requeue.readyAt())
          .time("due_at", requeue.dueAt());
    } else if (command instanceof Cancel cancel) {
      c.required("subject_euid", cancel.subjectEuid(), Limits.KEY)
          .required("reason", cancel.reason(), Limits.TEXT);
    } else if (command instanceof SettleDependencies settle) {
      c.required("subject_euid", settle.subjectEuid(), Limits.KEY)
          .required("reason", settle.reason(), Limits.TEXT);
    } else if (command instanceof Compensate undone) {
      c.required("subject_euid", undone.subjectEuid(), Limits.KEY)
          .required("reason", undone.reason(), Limits.TEXT);
    } else if (command instanceof Clean clean) {
      c.required("subject_euid", clean.subjectEuid(), Limits.KEY)
          .required("reason", clean.reason(), Limits.TEXT);
    } else if (command instanceof SendToDeadLetter letter) {
      c.required("subject_euid", letter.subjectEuid(), Limits.KEY)
          .required("reason_code", letter.reasonCode(), Limits.NAME)
          .required("reason", letter.reason(), Limits.TEXT);
      deadLetter(c, letter.reasonCode(), letter.stage());
    } else if (command instanceof FailOverdue overdue) {
      c.required("subject_euid", overdue.subjectEuid(), Limits.KEY)
          .required("reason", overdue.reason(), Limits.TEXT);
    } else if (command instanceof ExpireLease expire) {
      c.required("lease_euid", expire.leaseEuid(), Limits.KEY)
          .required("reason", expire.reason(), Limits.TEXT);
    } else if (command instanceof ResolveDeadLetter resolve) {
      c.required("dead_letter_euid", resolve.deadLetterEuid(), Limits.KEY)
          .required("reason", resolve.reason(), Limits.TEXT)
          .that(
              resolve.resolutionState() == ResolutionState.IGNORED
                  || resolve.resolutionState() == ResolutionState.CANCELED,
              "resolution_state",
              "is IGNORED or CANCELED; a requeue sets REQUEUED by itself");
    } else if (command instanceof ExternalResult result) {
      c.required("subject_euid", result.subjectEuid(), Limits.KEY)
          .required("external_ref", result.externalRef(), Limits.KEY)
          .present("outcome", result.outcome())
          .text("worker_euid", result.workerEuid(), Limits.KEY)
          .text("next_queue_key", result.nextQueueKey(), Limits.KEY)
          .text("next_action_key", result.nextActionKey(), Limits.KEY)
          .text("error_message", result.errorMessage(), Limits.TEXT)
          .text("reason", result.reason(), Limits.TEXT)
          .json("result_payload", result.resultPayload(), Limits.PAYLOAD_BYTES);
    }
  }
}
