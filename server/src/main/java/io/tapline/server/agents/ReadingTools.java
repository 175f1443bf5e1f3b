package io.tapline.server.agents;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import io.tapline.api.Limits;
import io.tapline.api.Page;
import io.tapline.api.ResolutionState;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.evidence.DeadLetterFilter;
import io.tapline.engine.read.evidence.SubjectHistory;
import io.tapline.engine.read.queue.QueueView;
import io.tapline.engine.read.subject.SubjectFilterBuilder;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.ValueShape;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** The read-only tools, for every caller who may read. */
@Component
final class ReadingTools {

  /** Each item costs tokens of the model, so pages are short by default. */
  private static final int USUAL = 20;

  private static final int MOST = 100;

  private static final ValueShape KEY = ValueShape.text(Limits.KEY);
  private static final ApiField LIMIT =
      ApiField.optional(
          "limit", ValueShape.whole(1, MOST), "the maximum number; " + USUAL + " if absent");
  private static final ApiField CURSOR =
      ApiField.optional("cursor", ValueShape.text(1_000), "the next_cursor of the previous page");
  private static final ApiField SUBJECT =
      ApiField.required("subject_euid", KEY, "the EUID of a job, such as Z-TK-1A");

  private final ReadModels reads;

  ReadingTools(Engine engine) {
    this.reads = engine.reads();
  }

  List<AgentTool> all() {
    return List.of(queues(), subjects(), why(), history(), deadLetters());
  }

  private static AgentTool tool(
      String name, String title, String about, AgentTool.Work work, ApiField... arguments) {
    return new AgentTool(
        name, title, about, List.of(arguments), EndpointAccess.EVERY_ROLE.roles(), false, work);
  }

  /**
   * A queue with its progress, and the reasons when it makes none.
   *
   * @param pausedDepth number of jobs in a paused queue
   * @param workerServingCount number of online, eligible workers that claim from it
   */
  @RecordBuilder
  record QueueLine(
      String queueKey,
      String displayName,
      boolean enabled,
      String disabledReason,
      boolean manualOnly,
      long queueDepth,
      long pausedDepth,
      Double oldestJobAgeSeconds,
      long activeLeases,
      long heldCount,
      long deadLetterCount,
      long workerOnlineCount,
      long workerServingCount,
      double throughputSuccessPerMinute,
      double throughputFailurePerMinute,
      Instant computedAt) {

    static QueueLine of(QueueView view) {
      var policy = view.policy();
      var figures = view.figures();
      return ReadingToolsQueueLineBuilder.builder()
          .queueKey(policy.queueKey())
          .displayName(policy.displayName())
          .enabled(policy.enabled())
          .disabledReason(policy.disabledReason())
          .manualOnly(policy.manualOnly())
          .queueDepth(figures.queueDepth())
          .pausedDepth(figures.pausedDepth())
          .oldestJobAgeSeconds(figures.oldestJobAgeSeconds())
          .activeLeases(figures.activeLeases())
          .heldCount(figures.heldCount())
          .deadLetterCount(figures.deadLetterCount())
          .workerOnlineCount(figures.workerOnlineCount())
          .workerServingCount(figures.workerServingCount())
          .throughputSuccessPerMinute(figures.throughputSuccessPerMinute())
          .throughputFailurePerMinute(figures.throughputFailurePerMinute())
          .computedAt(figures.computedAt())
          .build();
    }
  }

  private AgentTool queues() {
    return tool(
        "list_queues",
        "List queues",
        "All queues by dispatch priority: the number of waiting jobs (queue_depth) and the"
            + " age of the oldest (oldest_job_age_seconds), the numbers of leased, held and"
            + " dead jobs, the eligible workers and those that serve the queue, and whether"
            + " the queue is paused (enabled is false), with the reason (disabled_reason) and"
            + " the number of jobs behind the pause (paused_depth; queue_depth is then 0,"
            + " because no job can be claimed).",
        (caller, given) -> {
          var page =
              reads
                  .queues()
                  .page(
                      caller.tenantId(),
                      QueueAudience.of(caller),
                      given.whole("limit", USUAL),
                      given.text("cursor"));
          return new Page<>(page.items().stream().map(QueueLine::of).toList(), page.nextCursor());
        },
        LIMIT,
        CURSOR);
  }

  private AgentTool subjects() {
    return tool(
        "find_subjects",
        "Find jobs",
        "Jobs in any state, by queue, by state, or by a text: an EUID, the beginning of a"
            + " name, a correlation id, a barcode. The field why of each is 'visible' if the"
            + " job can be claimed, otherwise the code of the first reason.",
        (caller, given) ->
            reads
                .subjectLists()
                .page(
                    caller.tenantId(),
                    SubjectFilterBuilder.builder()
                        .queueKey(given.text("queue_key"))
                        .state(given.choice("state", ExecutionState.class))
                        .search(given.text("text"))
                        .build(),
                    given.whole("limit", USUAL),
                    given.text("cursor")),
        ApiField.optional("queue_key", KEY, "only items of this queue"),
        ApiField.optional(
            "state", ValueShape.choice(ExecutionState.class), "only items in this state"),
        ApiField.optional("text", ValueShape.text(Limits.NAME), "only jobs that match this text"),
        LIMIT,
        CURSOR);
  }

  /** The state of a job, and every reason why it is not in its queue. */
  @RecordBuilder
  record Explanation(
      String subjectEuid,
      String subjectName,
      ExecutionState state,
      long revision,
      String nextQueueKey,
      Object diagnostics,
      JsonNode activeLease,
      List<JsonNode> activeHolds,
      JsonNode deadLetter) {}

  private AgentTool why() {
    return tool(
        "explain_wait",
        "Explain why a job waits",
        "Whether a job can be claimed now, and all reasons if not; with its lease, holds and"
            + " dead letter.",
        this::explain,
        SUBJECT,
        ApiField.optional(
            "worker_euid", KEY, "the worker that would claim the job; default: any worker"));
  }

  private Explanation explain(Caller caller, ToolArguments given) {
    var view =
        reads
            .subjects()
            .one(caller.tenantId(), given.text("subject_euid"), given.text("worker_euid"));
    return ReadingToolsExplanationBuilder.builder()
        .subjectEuid(view.subjectEuid())
        .subjectName(view.subjectName())
        .state(view.execution().state())
        .revision(view.execution().revision())
        .nextQueueKey(view.execution().nextQueueKey())
        .diagnostics(view.diagnostics())
        .activeLease(view.activeLease())
        .activeHolds(view.activeHolds())
        .deadLetter(view.deadLetter())
        .build();
  }

  private AgentTool history() {
    return tool(
        "show_history",
        "Show the history of a job",
        "The history of a job, each kind of evidence oldest first: attempts (records),"
            + " leases, holds, dead letters, and actions with actor and reason. If there are"
            + " more than limit, only the newest of each kind.",
        (caller, given) -> {
          var history = reads.history().historyOf(caller.tenantId(), given.text("subject_euid"));
          int most = given.whole("limit", USUAL);
          return new SubjectHistory(
              history.subjectEuid(),
              newest(history.records(), most),
              newest(history.leases(), most),
              newest(history.holds(), most),
              newest(history.deadLetters(), most),
              newest(history.actions(), most));
        },
        SUBJECT,
        LIMIT);
  }

  private static List<JsonNode> newest(List<JsonNode> oldestFirst, int most) {
    int size = oldestFirst.size();
    return oldestFirst.subList(Math.max(0, size - most), size);
  }

  private AgentTool deadLetters() {
    return tool(
        "list_dead_letters",
        "List dead letters",
        "Jobs that failed permanently and need a decision, oldest first, with the error of"
            + " the last attempt.",
        (caller, given) -> {
          var state = given.choice("resolution_state", ResolutionState.class);
          return reads
              .evidence()
              .deadLetters(
                  caller.tenantId(),
                  new DeadLetterFilter(
                      state == null ? ResolutionState.OPEN : state,
                      given.text("queue_key"),
                      null,
                      null,
                      given.text("error"),
                      null),
                  given.whole("limit", USUAL),
                  given.text("cursor"));
        },
        ApiField.optional("queue_key", KEY, "only items of this queue"),
        ApiField.optional(
            "resolution_state", ValueShape.choice(ResolutionState.class), "default: OPEN"),
        ApiField.optional("error", KEY, "only dead letters with this error class or reason code"),
        LIMIT,
        CURSOR);
  }
}
