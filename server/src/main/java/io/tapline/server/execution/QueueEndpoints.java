package io.tapline.server.execution;

import static io.tapline.engine.model.ActionKey.CREATE_QUEUE;
import static io.tapline.engine.model.ActionKey.RETIRE_QUEUE;
import static io.tapline.engine.model.ActionKey.UPDATE_QUEUE;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.Page;
import io.tapline.api.QueueChange;
import io.tapline.api.QueueItem;
import io.tapline.api.QueueMetrics;
import io.tapline.api.QueueSeries;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Limits;
import io.tapline.engine.decide.QueueDecision;
import io.tapline.engine.model.CompletionPolicy;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.PayloadPolicy;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.read.queue.ItemFilterBuilder;
import io.tapline.engine.read.queue.PauseSide;
import io.tapline.engine.read.queue.QueueView;
import io.tapline.engine.read.queue.QueueWorker;
import io.tapline.engine.read.series.SeriesWindow;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.RetryPolicyField;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.stereotype.Component;

/** Queues: their contents, their figures and their policies. */
@Component
final class QueueEndpoints implements EndpointGroup {

  private static final String QUEUES = ApiPaths.EXECUTION + "/queues";
  private static final ValueShape LIST = ValueShape.many(WireFields.NAME, Limits.LIST);

  private static final ValueShape WINDOW =
      ValueShape.choice(Arrays.stream(SeriesWindow.values()).map(SeriesWindow::wire).toList());

  private static final ValueShape PAUSE =
      ValueShape.choice(Arrays.stream(PauseSide.values()).map(PauseSide::wire).toList());

  private final Engine engine;
  private final ActionRequests actions;

  QueueEndpoints(Engine engine, ActionRequests actions) {
    this.engine = engine;
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    var all = new ArrayList<>(reads());
    all.addAll(verbs());
    return all;
  }

  private List<Endpoint> reads() {
    var reads = engine.reads().queues();
    return List.of(
        WireFields.paged(Endpoint.get(QUEUES))
            .summary(
                "All queues by dispatch priority, with their figures; a queue that is not"
                    + " operator_visible is returned to administrators only")
            .answers(ValueShape.page(QueueView.class))
            .handledBy(
                call ->
                    call.ok(
                        reads.page(
                            call.tenantId(),
                            QueueAudience.of(call.caller()),
                            call.limit(),
                            call.cursor()))),
        Endpoint.get(QUEUES + "/{queue_key}")
            .summary("One queue: its policy and its figures")
            .path("queue_key", WireFields.KEY, "the key of the queue")
            .answers(ValueShape.of(QueueView.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(call -> call.ok(reads.one(call.tenantId(), call.path("queue_key")))),
        narrowed(Endpoint.get(QUEUES + "/{queue_key}/items"))
            .summary(
                "The visible jobs of a queue, in claim order. The server examines a limited"
                    + " number for each page: a page may be short and have a next one")
            .path("queue_key", WireFields.KEY, "the key of the queue")
            .answers(ValueShape.page(QueueItem.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(
                call ->
                    call.ok(
                        reads.items(
                            call.tenantId(),
                            call.path("queue_key"),
                            filter(call),
                            side(call),
                            call.limit(),
                            call.cursor()))),
        narrowed(Endpoint.get(ApiPaths.EXECUTION + "/items"))
            .summary(
                "The visible jobs of all queues, by dispatch priority of the queues, each in"
                    + " claim order; jobs of a queue that is not operator_visible are returned"
                    + " to administrators only. The server examines a limited number for each"
                    + " page: a page may be short and have a next one")
            .answers(ValueShape.page(QueueItem.class))
            .handledBy(
                call ->
                    call.ok(
                        reads.everywhere(
                            call.tenantId(),
                            QueueAudience.of(call.caller()),
                            filter(call),
                            side(call),
                            call.limit(),
                            call.cursor()))),
        HistoryEndpoint.paged(
            QUEUES + "/{queue_key}/changes",
            "queue_key",
            "the key of the queue",
            "The changes of the policy of a queue, newest first",
            ValueShape.page(QueueChange.class),
            engine.reads().queueChanges()::changesOf),
        Endpoint.get(QUEUES + "/{queue_key}/workers")
            .summary(
                "Online workers that are eligible for a queue; workers that serve it"
                    + " come first")
            .path("queue_key", WireFields.KEY, "the key of the queue")
            .answers(ValueShape.page(QueueWorker.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(
                call ->
                    call.ok(
                        new Page<>(reads.workers(call.tenantId(), call.path("queue_key")), null))),
        Endpoint.get(QUEUES + "/{queue_key}/series")
            .summary(
                "Figures of a queue over the last hour or day, for charts, including"
                    + " the current minute")
            .path("queue_key", WireFields.KEY, "the key of the queue")
            .query(
                "window",
                WINDOW,
                "hour: 60 steps of a minute; day: 96 steps of 15 minutes; default: hour")
            .answers(ValueShape.of(QueueSeries.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(
                call -> {
                  var window = call.choice("window", SeriesWindow.class, SeriesWindow::wire);
                  return call.ok(
                      engine
                          .reads()
                          .series()
                          .seriesOf(
                              call.tenantId(),
                              call.path("queue_key"),
                              window == null ? SeriesWindow.HOUR : window));
                }),
        Endpoint.get(ApiPaths.EXECUTION + "/metrics/queues")
            .summary(
                "All metrics of every queue; those of a queue that is not operator_visible"
                    + " are returned to administrators only")
            .answers(ValueShape.page(QueueMetrics.class))
            .handledBy(
                call ->
                    call.ok(
                        new Page<>(
                            reads.metrics(call.tenantId(), QueueAudience.of(call.caller())),
                            null))));
  }

  private static Endpoint.Builder narrowed(Endpoint.Builder items) {
    return WireFields.paged(items)
        .query("site", WireFields.NAME, "only jobs of this site")
        .query("platform", WireFields.NAME, "only jobs of this platform")
        .query("assay", WireFields.NAME, "only jobs of this assay")
        .query("state", ValueShape.choice(ExecutionState.class), "only items in this state")
        .query(
            "pause",
            PAUSE,
            "behind: jobs that wait in paused queues; default: open, jobs that can be claimed");
  }

  private static ItemFilter filter(EndpointCall call) {
    return ItemFilterBuilder.builder()
        .site(call.text("site"))
        .platform(call.text("platform"))
        .assay(call.text("assay"))
        .state(call.choice("state", ExecutionState.class))
        .build();
  }

  private static PauseSide side(EndpointCall call) {
    var side = call.choice("pause", PauseSide.class, PauseSide::wire);
    return side == null ? PauseSide.OPEN : side;
  }

  private List<Endpoint> verbs() {
    var key = ApiField.required("queue_key", WireFields.KEY, "letters, digits and _ . : @ / -");
    return List.of(
        actions
            .declare("create-queue", CREATE_QUEUE, "Create a queue", create(key))
            .refuses(Code.STATE_CONFLICT)
            .handledBy(call -> actions.one(call, CREATE_QUEUE)),
        actions
            .declare(
                "update-queue",
                UPDATE_QUEUE,
                "Change the policy of a queue; fields that are absent do not change",
                update(key))
            .refuses(Code.REVISION_CONFLICT)
            .handledBy(call -> actions.one(call, UPDATE_QUEUE)),
        actions
            .declare(
                "retire-queue",
                RETIRE_QUEUE,
                "Retire a queue; its key can be used for a new queue",
                key,
                WireFields.WHY,
                ApiField.optional("replaced_by", WireFields.KEY, "the queue that replaces it"),
                ApiField.optional(
                    "leave_waiting",
                    ValueShape.flag(),
                    "with replaced_by: jobs in the queue remain, for a new queue with the"
                        + " same key"))
            .refuses(Code.STATE_CONFLICT)
            .handledBy(call -> actions.one(call, RETIRE_QUEUE)));
  }

  private static ApiField[] create(ApiField key) {
    var fields = new ArrayList<ApiField>();
    fields.add(key);
    fields.add(
        ApiField.required(
            "subject_template_codes",
            LIST,
            "the templates of the jobs that the queue accepts"));
    fields.addAll(policy());
    return fields.toArray(ApiField[]::new);
  }

  private static ApiField[] update(ApiField key) {
    var fields = new ArrayList<ApiField>();
    fields.add(key);
    fields.add(
        ApiField.required(
            "expected_revision",
            ValueShape.whole(0, Long.MAX_VALUE),
            "the expected revision of the queue"));
    fields.add(
        ApiField.optional(
            "subject_template_codes", LIST, "cannot be changed; a value is refused"));
    fields.addAll(policy());
    fields.add(WireFields.PERHAPS_WHY);
    return fields.toArray(ApiField[]::new);
  }

  private static List<ApiField> policy() {
    return List.of(
        ApiField.optional("display_name", WireFields.NAME, "for people"),
        ApiField.optional(
            "enabled",
            ValueShape.flag(),
            "false: the queue is paused, and its jobs cannot be claimed"),
        ApiField.optional(
            "manual_only", ValueShape.flag(), "true: only people can claim from the queue"),
        ApiField.optional(
            "operator_visible",
            ValueShape.flag(),
            "false: only administrators see the queue in lists, dashboard and metrics"),
        ApiField.optional(
            "dispatch_priority",
            ValueShape.whole(0, Limits.PRIORITY),
            "workers claim from queues with a higher value first"),
        ApiField.optional(
            "eligible_states",
            ValueShape.many(
                ValueShape.choice(ExecutionState.READY, ExecutionState.FAILED_RETRYABLE),
                Limits.LIST),
            "the states in which jobs can be claimed"),
        ApiField.optional(
            "required_worker_capabilities", LIST, "the capabilities that a worker needs"),
        ApiField.optional("site_scope", LIST, "the accepted sites; empty: all"),
        ApiField.optional("platform_scope", LIST, "the accepted platforms; empty: all"),
        ApiField.optional("assay_scope", LIST, "the accepted assays; empty: all"),
        ApiField.optional(
            "lease_ttl_seconds",
            ValueShape.whole(1, Limits.LEASE_TTL_SECONDS),
            "the term of a lease; default for a new queue: "
                + QueueDecision.LEASE_SECONDS
                + ", for a manual_only queue: "
                + QueueDecision.PEOPLES_LEASE_SECONDS),
        ApiField.optional(
            "heartbeat_interval_seconds",
            ValueShape.whole(0, Limits.LEASE_TTL_SECONDS / LeaseTerms.BEATS),
            "the interval of renewals, at most a third of the term; 0 or absent: a third"),
        ApiField.optional(
            "max_attempts_default",
            ValueShape.whole(1, Limits.ATTEMPTS),
            "the number of attempts before a job becomes a dead letter"),
        RetryPolicyField.FIELD,
        ApiField.optional(
            "selection_policy",
            ValueShape.fields(
                ApiField.optional(
                    "order",
                    ValueShape.many(
                        ValueShape.choice(QueuePolicy.SelectionPolicy.FIXED.order()), Limits.LIST),
                    "the only order")),
            "the order of claims"),
        ApiField.optional(
            "diagnostics_enabled",
            ValueShape.flag(),
            "false: the server computes no waiting reasons for the jobs"),
        ApiField.optional(
            "payload_policy",
            ValueShape.choice(PayloadPolicy.class),
            "SIGNAL_ONLY: payloads other than signals are refused"),
        ApiField.optional(
            "dead_letter",
            ValueShape.flag(),
            "whether a permanent failure creates a dead letter"),
        ApiField.optional(
            "external_deadline_policy",
            ValueShape.choice(ExternalDeadlinePolicy.class),
            "the treatment of overdue external work"),
        ApiField.optional(
            "completion",
            ValueShape.choice(CompletionPolicy.class),
            "DOMAIN_ACTION: only an action of a pack completes a step; default: ANY"),
        ApiField.optional(
            "default_action_key",
            WireFields.KEY,
            "the next action of jobs that are enqueued without next_action_key; empty: none"),
        ApiField.optional(
            "retention_days",
            ValueShape.whole(Limits.FOR_EVER, Limits.KEPT_DAYS),
            "days before a finished job is cleaned; -1: never; default: 30"),
        ApiField.optional(
            "evidence_days",
            ValueShape.whole(Limits.FOR_EVER, Limits.KEPT_DAYS),
            "days after that before the evidence is deleted; -1: never; default: 3650"),
        ApiField.optional(
            "compensation_queue_key",
            WireFields.KEY,
            "the queue for the compensation of started jobs that are cancelled or fail"
                + " permanently; empty: none"),
        ApiField.optional(
            "compensation_action_key", WireFields.KEY, "the action of the compensation"),
        ApiField.optional("disabled_reason", WireFields.REASON, "the reason of the pause"));
  }
}
