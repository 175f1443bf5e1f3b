package io.tapline.server.execution;

import static io.tapline.api.ActionKey.CREATE_QUEUE;
import static io.tapline.api.ActionKey.RETIRE_QUEUE;
import static io.tapline.api.ActionKey.UPDATE_QUEUE;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.Page;
import io.tapline.api.QueueChange;
import io.tapline.api.QueueItem;
import io.tapline.api.QueueMetrics;
import io.tapline.api.QueueSeries;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.read.queue.ItemFilterBuilder;
import io.tapline.engine.read.queue.PauseSide;
import io.tapline.engine.read.queue.QueueView;
import io.tapline.engine.read.queue.QueueWorker;
import io.tapline.engine.read.series.SeriesWindow;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
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

  private static final ValueShape WINDOW =
      ValueShape.choice(Arrays.stream(SeriesWindow.values()).map(SeriesWindow::wire).toList());

  private static final ValueShape PAUSE =
      ValueShape.choice(Arrays.stream(PauseSide.values()).map(PauseSide::wire).toList());

  private final ReadModels reads;
  private final ActionRequests actions;

  QueueEndpoints(Engine engine, ActionRequests actions) {
    this.reads = engine.reads();
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    var all = new ArrayList<>(reads());
    all.addAll(verbs());
    return all;
  }

  private List<Endpoint> reads() {
    var queues = reads.queues();
    return List.of(
        WireFields.paged(Endpoint.get(QUEUES))
            .summary(
                "All queues by dispatch priority, with their figures; a queue that is not"
                    + " operator_visible is returned to administrators only")
            .answers(ValueShape.page(QueueView.class))
            .handledBy(
                call ->
                    call.ok(
                        queues.page(
                            call.tenantId(),
                            QueueAudience.of(call.caller()),
                            call.limit(),
                            call.cursor()))),
        Endpoint.get(QUEUES + "/{queue_key}")
            .summary("One queue: its policy and its figures")
            .path("queue_key", WireFields.KEY, "the key of the queue")
            .answers(ValueShape.of(QueueView.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(call -> call.ok(queues.one(call.tenantId(), call.path("queue_key")))),
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
                        queues.items(
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
                        queues.everywhere(
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
            reads.queueChanges()::changesOf),
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
                        new Page<>(queues.workers(call.tenantId(), call.path("queue_key")), null))),
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
                      reads
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
                            queues.metrics(call.tenantId(), QueueAudience.of(call.caller())),
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
    return List.of(
        actions
            .declare("create-queue", CREATE_QUEUE, "Create a queue")
            .refuses(Code.STATE_CONFLICT)
            .handledBy(call -> actions.one(call, CREATE_QUEUE)),
        actions
            .declare(
                "update-queue",
                UPDATE_QUEUE,
                "Change the policy of a queue; fields that are absent do not change")
            .refuses(Code.REVISION_CONFLICT)
            .handledBy(call -> actions.one(call, UPDATE_QUEUE)),
        actions
            .declare(
                "retire-queue", RETIRE_QUEUE, "Retire a queue; its key can be used for a new queue")
            .refuses(Code.STATE_CONFLICT)
            .handledBy(call -> actions.one(call, RETIRE_QUEUE)));
  }
}
