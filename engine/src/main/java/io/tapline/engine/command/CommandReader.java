package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.CompletionPolicy;
import io.tapline.engine.model.CorrelationRefs;
import io.tapline.engine.model.DomainKey;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.model.OnFailure;
import io.tapline.engine.model.PayloadPolicy;
import io.tapline.engine.model.ResolutionState;
import io.tapline.engine.model.Scope;
import io.tapline.engine.model.Subscription.EventFilter;
import io.tapline.engine.model.Subscription.Spawn;
import io.tapline.engine.model.WorkerStatus;
import io.tapline.engine.model.WorkerType;
import tools.jackson.databind.JsonNode;

/**
 * The one place where a JSON request becomes a command. Field names are those of the execution API.
 */
public final class CommandReader {

  /** Where a report says what its worker asks for next. */
  public static final String CLAIM_NEXT = "claim_next";

  /** Follows the key of an ending in the key of the claim that comes with it. */
  private static final String NEXT = "/next";

  private CommandReader() {}

  /**
   * @param idempotencyKey from the request's header; the body's own goes first
   * @param traceId of the trace that the request belongs to, or null
   * @throws io.tapline.engine.model.RefusedException with the field that is wrong
   */
  public static Command read(
      ActionKey action, JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    var key = f.text("idempotency_key");
    var meta =
        new RequestMeta(key != null ? key : idempotencyKey, f.text("correlation_id"), traceId);
    // Every request may carry these; the hash is ours to compute.
    f.allow("payload", "payload_hash");
    var command = command(action, f, meta);
    f.nothingElse();
    return command;
  }

  /**
   * An action that a pack brings: the fields that every action has, and its own, which its schema
   * judges.
   */
  public static PerformAction perform(
      DomainKey action, JsonNode body, String idempotencyKey, String traceId) {
    var f = new RequestFields(body);
    var key = f.text("idempotency_key");
    var meta =
        new RequestMeta(key != null ? key : idempotencyKey, f.text("correlation_id"), traceId);
    f.allow("payload", "payload_hash");
    var expect = expect(f);
    return new PerformAction(
        meta,
        action,
        f.text("subject_euid"),
        f.text("worker_euid"),
        f.text("lease_euid"),
        expect,
        f.text("reason"),
        f.rest());
  }

  private static Command command(ActionKey action, RequestFields f, RequestMeta meta) {
    return switch (action) {
      case PREPARE_SUBJECT ->
          new Prepare(
              meta,
              f.text("template_code"),
              f.text("subject_name"),
              f.json("properties"),
              scope(f));
      case ENQUEUE_SUBJECT -> enqueue(f, meta).expecting(expect(f));
      case CLAIM_QUEUE_ITEM -> claim(f, meta);
      case START_QUEUE_EXECUTION ->
          new Start(
              meta, f.text("subject_euid"), f.text("worker_euid"), f.text("lease_euid"), expect(f));
      case COMPLETE_QUEUE_EXECUTION ->
          new Complete(
              meta,
              f.text("subject_euid"),
              f.text("worker_euid"),
              f.text("lease_euid"),
              expect(f),
              f.text("action_key"),
              f.text("next_queue_key"),
              f.text("next_action_key"),
              f.json("result_payload"),
              f.texts("outputs"),
              f.isTrue("override"),
              f.text("reason"));
      case FAIL_QUEUE_EXECUTION ->
          new Fail(
              meta,
              f.text("subject_euid"),
              f.text("worker_euid"),
              f.text("lease_euid"),
              expect(f),
              f.flag("retryable"),
              f.choice("error_class", ErrorClass.class),
              f.text("error_code"),
              f.text("error_message"),
              f.text("reason_code"),
              f.text("stage"),
              f.text("next_queue_key"),
              f.json("result_payload"),
              f.isTrue("override"),
              f.text("reason"));
      case RELEASE_QUEUE_LEASE -> {
        f.text("subject_euid");
        yield new Release(
            meta,
            f.text("worker_euid"),
            f.text("lease_euid"),
            expect(f),
            f.isTrue("override"),
            f.text("reason"),
            f.json("metadata"));
      }
      case RENEW_QUEUE_LEASE -> {
        f.text("subject_euid");
        yield new Renew(
            meta, f.text("worker_euid"), f.text("lease_euid"), expect(f), f.text("reason"));
      }
      case REPORT_PROGRESS ->
          new ReportProgress(
              meta,
              f.text("subject_euid"),
              f.text("worker_euid"),
              f.text("lease_euid"),
              expect(f),
              f.decimal("fraction"),
              f.text("message"));
      case DISPATCH_EXTERNAL ->
          new Dispatch(
              meta,
              f.text("subject_euid"),
              f.text("worker_euid"),
              f.text("lease_euid"),
              expect(f),
              f.text("external_ref"),
              f.time("deadline_at"),
              f.json("dispatch_payload"));
      case RECORD_EXTERNAL_RESULT ->
          new ExternalResult(
              meta,
              f.text("subject_euid"),
              expect(f),
              f.text("external_ref"),
              f.choice("outcome", ExecutionState.class),
              f.text("worker_euid"),
              f.text("next_queue_key"),
              f.text("next_action_key"),
              f.choice("error_class", ErrorClass.class),
              f.text("error_message"),
              f.json("result_payload"),
              f.text("reason"));
      case PLACE_EXECUTION_HOLD ->
          new PlaceHold(
              meta,
              f.text("subject_euid"),
              expect(f),
              f.text("queue_key"),
              f.text("hold_code"),
              f.text("reason"),
              f.json("metadata"));
      case RELEASE_EXECUTION_HOLD ->
          new ReleaseHold(
              meta, expect(f), f.text("hold_euid"), f.text("reason"), f.json("metadata"));
      case REQUEUE_SUBJECT ->
          new Requeue(
              meta,
              f.text("subject_euid"),
              expect(f),
              f.text("queue_key"),
              f.text("next_action_key"),
              f.integer("priority"),
              f.time("ready_at"),
              f.time("due_at"),
              f.isTrue("override"),
              f.text("reason"));
      case CANCEL_SUBJECT_EXECUTION ->
          new Cancel(
              meta,
              f.text("subject_euid"),
              expect(f),
              f.choice("mode", CancelMode.class) == CancelMode.soft,
              f.text("reason"));
      case DEAD_LETTER_SUBJECT ->
          new SendToDeadLetter(
              meta,
              f.text("subject_euid"),
              expect(f),
              f.text("reason_code"),
              f.text("stage"),
              f.text("reason"));
      case FAIL_OVERDUE_SUBJECT ->
          new FailOverdue(meta, f.text("subject_euid"), expect(f), f.text("reason"));
      case COMPENSATE_SUBJECT ->
          new Compensate(meta, f.text("subject_euid"), expect(f), f.text("reason"));
      case SETTLE_DEPENDENCIES ->
          new SettleDependencies(meta, f.text("subject_euid"), expect(f), f.text("reason"));
      case CLEAN_SUBJECT -> new Clean(meta, f.text("subject_euid"), expect(f), f.text("reason"));
      case CREATE_WORKFLOW ->
          new CreateWorkflow(
              meta,
              f.text("workflow_kind"),
              f.text("generator"),
              f.text("enqueued_by"),
              f.objects("jobs").stream().map(CommandReader::step).toList());
      case CREATE_SUBSCRIPTION ->
          new CreateSubscription(
              meta,
              f.text("name"),
              f.wireChoice("event_type", EventType.class, EventType::wire),
              filter(f),
              spawn(f),
              f.text("reason"));
      case RETIRE_SUBSCRIPTION ->
          new RetireSubscription(meta, f.text("subscription_euid"), f.text("reason"));
      case SWITCH_SUBSTRATE -> new SwitchSubstrate(meta, f.flag("enabled"), f.text("reason"));
      case EXPIRE_QUEUE_LEASE ->
          new ExpireLease(meta, expect(f), f.text("lease_euid"), f.text("reason"));
      case RESOLVE_DEAD_LETTER ->
          new ResolveDeadLetter(
              meta,
              expect(f),
              f.text("dead_letter_euid"),
              f.choice("resolution_state", ResolutionState.class),
              f.text("reason"));
      case CREATE_QUEUE -> new CreateQueue(meta, f.text("queue_key"), queue(f));
      case UPDATE_QUEUE ->
          new UpdateQueue(meta, f.text("queue_key"), revision(f), queue(f), f.text("reason"));
      case RETIRE_QUEUE ->
          new RetireQueue(
              meta, f.text("queue_key"), f.text("reason"), f.text("replaced_by"), revision(f));
      case REGISTER_JOB ->
          new RegisterJob(
              meta,
              f.text("room_id"),
              f.text("category"),
              f.text("name"),
              f.json("schema"),
              f.text("worker_euid"),
              f.integer("lease_ttl_seconds"),
              f.isTrue("replace_schema"));
      case RETIRE_JOB -> new RetireJob(meta, f.text("queue_key"), f.text("reason"));
      case SET_CALLBACK_SECRET ->
          new SetCallbackSecret(
              meta, f.text("queue_key"), f.text("secret"), f.text("reason"), revision(f));
      case REGISTER_WORKER -> register(f, meta);
      case HEARTBEAT_WORKER ->
          new Heartbeat(
              meta,
              f.text("worker_euid"),
              f.time("last_error_at"),
              f.text("last_error_class"),
              f.text("host"),
              f.text("process_identity"),
              f.isTrue("ending"),
              expectWorker(f));
      case DRAIN_WORKER, DISABLE_WORKER, ENABLE_WORKER, RETIRE_WORKER ->
          new AdministerWorker(
              meta, action, f.text("worker_euid"), f.text("reason"), expectWorker(f));
      case CREATE_TOKEN, REVOKE_TOKEN, OPEN_SESSION, RENEW_SESSION, CLOSE_SESSION ->
          CredentialReader.read(action, f, meta);
      case CREATE_WEBHOOK,
          UPDATE_WEBHOOK,
          RETIRE_WEBHOOK,
          REDELIVER_WEBHOOK_EVENT,
          SETTLE_WEBHOOK_DELIVERY ->
          WebhookReader.read(action, f, meta);
    };
  }

  /** The modes of a cancel, as they stand on the wire. */
  private enum CancelMode {
    hard,
    soft
  }

  private static StatePrecondition expect(RequestFields f) {
    return new StatePrecondition(f.choice("expected_state", ExecutionState.class), revision(f));
  }

  private static WorkerPrecondition expectWorker(RequestFields f) {
    var expect =
        new WorkerPrecondition(f.choice("expected_state", WorkerStatus.class), revision(f));
    return expect.state() == null && expect.revision() == null ? null : expect;
  }

  static Long revision(RequestFields f) {
    var expected = f.number("expected_revision");
    if (expected != null && expected < 0) {
      throw RequestFields.refuse("expected_revision", expected + " is below 0");
    }
    return expected;
  }

  private static Scope scope(RequestFields f) {
    var scope = f.inside("scope");
    if (scope == null) {
      return null;
    }
    var value = new Scope(scope.text("site"), scope.text("platform"), scope.text("assay"));
    scope.nothingElse();
    return value;
  }

  private static CorrelationRefs correlation(RequestFields f) {
    var refs = f.inside("correlation");
    if (refs == null) {
      return null;
    }
    var value =
        new CorrelationRefs(
            refs.text("trx_euid"),
            refs.text("accession_euid"),
            refs.text("run_euid"),
            refs.text("step_euid"));
    refs.nothingElse();
    return value;
  }

  private static Enqueue enqueue(RequestFields f, RequestMeta meta) {
    return new Enqueue(
        meta,
        f.text("template_code"),
        f.text("subject_euid"),
        f.text("subject_name"),
        f.json("properties"),
        f.text("queue_key"),
        f.text("next_action_key"),
        f.integer("priority"),
        f.time("ready_at"),
        f.time("due_at"),
        scope(f),
        f.integer("max_attempts"),
        EnqueueLinks.of(f.time("deadline_at"), correlation(f)));
  }

  private static CreateWorkflow.WorkflowStep step(RequestFields f) {
    var meta = new RequestMeta(f.text("idempotency_key"), f.text("correlation_id"), null);
    var workflowStep =
        new CreateWorkflow.WorkflowStep(
            f.text("name"),
            enqueue(f, meta),
            f.texts("after"),
            f.wireChoice("on_failure", OnFailure.class, OnFailure::wire));
    f.nothingElse();
    return workflowStep;
  }

  /** Which events of its type a subscription is about; null for all. */
  public static EventFilter filter(RequestFields f) {
    var filter = f.inside("filter");
    if (filter == null) {
      return null;
    }
    var value =
        new EventFilter(filter.text("kind"), filter.text("cause"), filter.text("correlation_id"));
    filter.nothingElse();
    return value;
  }

  private static Spawn spawn(RequestFields f) {
    var spawn = f.inside("spawn");
    if (spawn == null) {
      return null;
    }
    var value =
        new Spawn(
            spawn.text("kind"),
            spawn.integer("priority"),
            spawn.integer("max_attempts"),
            spawn.json("properties"));
    spawn.nothingElse();
    return value;
  }

  private static Claim claim(RequestFields f, RequestMeta meta) {
    var items = f.integer("max_items");
    return new Claim(
        meta,
        f.text("worker_euid"),
        f.text("queue_key"),
        f.text("subject_euid"),
        items == null ? 1 : items,
        f.isTrue("start"),
        f.json("payload"),
        f.integer("lease_ttl_seconds"),
        f.time("not_after"),
        expect(f));
  }

  /**
   * What a worker that reports asks for next: the object {@code claim_next} of its report.
   *
   * @param body the report
   * @param workerEuid who reports
   * @param ending of the one ending, whose key is the claim's with {@link #NEXT} after it unless it
   *     has one of its own; null for several, where it must have one
   * @return null when it asks for nothing
   */
  public static Claim claimNext(
      JsonNode body, String workerEuid, RequestMeta ending, String traceId) {
    var next = new RequestFields(body).inside(CLAIM_NEXT);
    if (next == null) {
      return null;
    }
    var key = next.text("idempotency_key");
    if (key == null && ending != null && ending.idempotencyKey() != null) {
      key = ending.idempotencyKey() + NEXT;
    }
    var items = next.integer("max_items");
    var claim =
        new Claim(
            new RequestMeta(key, null, traceId),
            workerEuid,
            next.text("queue_key"),
            null,
            items == null ? 1 : items,
            next.isTrue("start"),
            next.json("payload"),
            next.integer("lease_ttl_seconds"),
            next.time("not_after"),
            null);
    next.nothingElse();
    return claim;
  }

  private static RegisterWorker register(RequestFields f, RequestMeta meta) {
    return new RegisterWorker(
        meta,
        f.text("worker_key"),
        f.text("display_name"),
        f.choice("worker_type", WorkerType.class),
        f.texts("capabilities"),
        f.texts("site_scope"),
        f.texts("platform_scope"),
        f.texts("assay_scope"),
        f.integer("max_concurrent_leases"),
        f.integer("heartbeat_ttl_seconds"),
        f.text("build_version"),
        f.text("host"),
        f.text("process_identity"),
        expectWorker(f));
  }

  private static QueueFields queue(RequestFields f) {
    return QueueFields.builder()
        .displayName(f.text("display_name"))
        .enabled(f.flag("enabled"))
        .manualOnly(f.flag("manual_only"))
        .operatorVisible(f.flag("operator_visible"))
        .dispatchPriority(f.integer("dispatch_priority"))
        .subjectTemplateCodes(f.texts("subject_template_codes"))
        .eligibleStates(f.choices("eligible_states", ExecutionState.class))
        .requiredWorkerCapabilities(f.texts("required_worker_capabilities"))
        .siteScope(f.texts("site_scope"))
        .platformScope(f.texts("platform_scope"))
        .assayScope(f.texts("assay_scope"))
        .leaseTtlSeconds(f.integer("lease_ttl_seconds"))
        .heartbeatIntervalSeconds(f.integer("heartbeat_interval_seconds"))
        .maxAttemptsDefault(f.integer("max_attempts_default"))
        .retryPolicy(QueueFields.RetryFields.read(f))
        .selectionPolicy(selection(f))
        .diagnosticsEnabled(f.flag("diagnostics_enabled"))
        .payloadPolicy(f.choice("payload_policy", PayloadPolicy.class))
        .deadLetter(f.flag("dead_letter"))
        .externalDeadlinePolicy(f.choice("external_deadline_policy", ExternalDeadlinePolicy.class))
        .completion(f.choice("completion", CompletionPolicy.class))
        .retentionDays(f.integer("retention_days"))
        .evidenceDays(f.integer("evidence_days"))
        .compensationQueueKey(f.text("compensation_queue_key"))
        .compensationActionKey(f.text("compensation_action_key"))
        .disabledReason(f.text("disabled_reason"))
        .build();
  }

  private static QueueFields.SelectionFields selection(RequestFields f) {
    var selection = f.inside("selection_policy");
    if (selection == null) {
      return null;
    }
    var value = new QueueFields.SelectionFields(selection.texts("order"));
    selection.nothingElse();
    return value;
  }
}
