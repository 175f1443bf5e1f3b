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
                "Every queue, the most urgent first, with its figures; one that is not"
                    + " operator_visible only to administrators")
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
            .path("queue_key", WireFields.KEY, "the queue's key")
            .answers(ValueShape.of(QueueView.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(call -> call.ok(reads.one(call.tenantId(), call.path("queue_key")))),
        narrowed(Endpoint.get(QUEUES + "/{queue_key}/items"))
            .summary(
                "The visible jobs of a queue, in the order in which they are claimed. So many"
                    + " are looked at for a page: it may be short and have a next one")
            .path("queue_key", WireFields.KEY, "the queue's key")
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
                "The visible jobs of all queues: queue by queue, the most urgent first, each in"
                    + " the order in which they are claimed; of a queue that is not"
                    + " operator_visible only to administrators. So many are looked at for a page:"
                    + " it may be short and have a next one")
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
            "the queue's key",
            "The history of a queue's policy, the newest change first",
            ValueShape.page(QueueChange.class),
            engine.reads().queueChanges()::changesOf),
        Endpoint.get(QUEUES + "/{queue_key}/workers")
            .summary("Workers that are online and could serve a queue, those that do first")
            .path("queue_key", WireFields.KEY, "the queue's key")
            .answers(ValueShape.page(QueueWorker.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(
                call ->
                    call.ok(
                        new Page<>(reads.workers(call.tenantId(), call.path("queue_key")), null))),
        Endpoint.get(QUEUES + "/{queue_key}/series")
            .summary("A queue over the last hour or day, for charts, up to the minute that runs")
            .path("queue_key", WireFields.KEY, "the queue's key")
            .query(
                "window", WINDOW, "hour: 60 steps of a minute; day: 96 of a quarter; absent: hour")
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
                "All metrics of every queue; of one that is not operator_visible only to"
                    + " administrators")
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
        .query("site", WireFields.NAME, "only those of this site")
        .query("platform", WireFields.NAME, "only those of this platform")
        .query("assay", WireFields.NAME, "only those of this assay")
        .query("state", ValueShape.choice(ExecutionState.class), "only those in this state")
        .query(
            "pause",
            PAUSE,
            "behind: what waits in paused queues, until they are resumed; absent: open, what can"
                + " be claimed");
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
            .declare("create-queue", CREATE_QUEUE, "Define a queue", create(key))
            .refuses(Code.STATE_CONFLICT)
            .handledBy(call -> actions.one(call, CREATE_QUEUE)),
        actions
            .declare(
                "update-queue",
                UPDATE_QUEUE,
                "Change a queue's policy: only the fields that are named",
                update(key))
            .refuses(Code.REVISION_CONFLICT)
            .handledBy(call -> actions.one(call, UPDATE_QUEUE)),
        actions
            .declare(
                "retire-queue",
                RETIRE_QUEUE,
                "Take a queue out of service; its key is free for a successor",
                key,
                WireFields.WHY,
                ApiField.optional("replaced_by", WireFields.KEY, "the queue that succeeds it"),
                ApiField.optional(
                    "leave_waiting",
                    ValueShape.flag(),
                    "with replaced_by: work that is in the queue stays behind, for a queue under"
                        + " the same key"))
            .refuses(Code.STATE_CONFLICT)
            .handledBy(call -> actions.one(call, RETIRE_QUEUE)));
  }

  private static ApiField[] create(ApiField key) {
    var fields = new ArrayList<ApiField>();
    fields.add(key);
    fields.add(
        ApiField.required("subject_template_codes", LIST, "the work-bearing templates it serves"));
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
            "the queue's revision that the change was made for"));
    fields.add(
        ApiField.optional("subject_template_codes", LIST, "cannot be changed; refused when given"));
    fields.addAll(policy());
    fields.add(WireFields.PERHAPS_WHY);
    return fields.toArray(ApiField[]::new);
  }

  private static List<ApiField> policy() {
    return List.of(
        ApiField.optional("display_name", WireFields.NAME, "for people"),
        ApiField.optional("enabled", ValueShape.flag(), "a disabled queue shows nothing"),
        ApiField.optional("manual_only", ValueShape.flag(), "claimed by people only"),
        ApiField.optional(
            "operator_visible",
            ValueShape.flag(),
            "false: in lists, dashboard and metrics only for administrators"),
        ApiField.optional(
            "dispatch_priority",
            ValueShape.whole(0, Limits.PRIORITY),
            "which queue a worker tries first; higher is sooner"),
        ApiField.optional(
            "eligible_states",
            ValueShape.many(
                ValueShape.choice(ExecutionState.READY, ExecutionState.FAILED_RETRYABLE),
                Limits.LIST),
            "states that are claimed from"),
        ApiField.optional("required_worker_capabilities", LIST, "what a worker must be able to do"),
        ApiField.optional("site_scope", LIST, "sites it admits; empty admits all"),
        ApiField.optional("platform_scope", LIST, "platforms it admits; empty admits all"),
        ApiField.optional("assay_scope", LIST, "assays it admits; empty admits all"),
        ApiField.optional(
            "lease_ttl_seconds",
            ValueShape.whole(1, Limits.LEASE_TTL_SECONDS),
            "how long a lease lasts; a new queue that names none has "
                + QueueDecision.LEASE_SECONDS
                + ", a manual_only one "
                + QueueDecision.PEOPLES_LEASE_SECONDS),
        ApiField.optional(
            "heartbeat_interval_seconds",
            ValueShape.whole(0, Limits.LEASE_TTL_SECONDS / LeaseTerms.BEATS),
            "how often a worker renews the lease, at most a third of it; 0 or absent: a third"),
        ApiField.optional(
            "max_attempts_default",
            ValueShape.whole(1, Limits.ATTEMPTS),
            "attempts before it is dead"),
        RetryPolicyField.FIELD,
        ApiField.optional(
            "selection_policy",
            ValueShape.fields(
                ApiField.optional(
                    "order",
                    ValueShape.many(
                        ValueShape.choice(QueuePolicy.SelectionPolicy.FIXED.order()), Limits.LIST),
                    "the one order there is")),
            "the order of claims"),
        ApiField.optional(
            "diagnostics_enabled",
            ValueShape.flag(),
            "false: no reasons are computed for its jobs"),
        ApiField.optional(
            "payload_policy", ValueShape.choice(PayloadPolicy.class), "SIGNAL_ONLY refuses data"),
        ApiField.optional(
            "dead_letter", ValueShape.flag(), "whether dead work leaves a dead letter"),
        ApiField.optional(
            "external_deadline_policy",
            ValueShape.choice(ExternalDeadlinePolicy.class),
            "what happens when outside work is overdue"),
        ApiField.optional(
            "completion",
            ValueShape.choice(CompletionPolicy.class),
            "DOMAIN_ACTION: a step is completed by an action of a pack only; ANY unless said"),
        ApiField.optional(
            "default_action_key",
            WireFields.KEY,
            "the next action of work that arrives without next_action_key; empty: none"),
        ApiField.optional(
            "retention_days",
            ValueShape.whole(Limits.FOR_EVER, Limits.KEPT_DAYS),
            "how long finished work stays before it is put away; -1: for ever; 30 unless said"),
        ApiField.optional(
            "evidence_days",
            ValueShape.whole(Limits.FOR_EVER, Limits.KEPT_DAYS),
            "how long, from then on, its evidence is kept; -1: for ever; 3650 unless said"),
        ApiField.optional(
            "compensation_queue_key",
            WireFields.KEY,
            "where started work is undone that is cancelled or fails for good; empty: nowhere"),
        ApiField.optional("compensation_action_key", WireFields.KEY, "what is done there"),
        ApiField.optional("disabled_reason", WireFields.REASON, "why it is disabled"));
  }
}
