package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Page;
import io.tapline.api.QueueItem;
import io.tapline.api.Scope;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.engine.read.evidence.LeaseFilter;
import io.tapline.engine.read.evidence.LeaseFilterBuilder;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.read.queue.PauseSide;
import io.tapline.engine.read.queue.QueueView;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.FeedCursor;
import io.tapline.testkit.engine.EngineTest;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Lists, a page at a time: nothing twice, nothing left out. */
@EngineTest
class PagedReadsTest {

  private static ScratchEngine test;

  @BeforeAll
  static void start(ScratchEngine engine) {
    test = engine;
  }

  private static <T> List<T> walk(Function<String, Page<T>> list) {
    var all = new ArrayList<T>();
    for (String cursor = null; ; ) {
      var page = list.apply(cursor);
      all.addAll(page.items());
      if (page.nextCursor() == null) {
        return all;
      }
      cursor = page.nextCursor();
    }
  }

  private static List<String> euids(List<JsonNode> leases) {
    return leases.stream().map(lease -> lease.path("lease_euid").asString()).toList();
  }

  @Test
  void queues_come_in_the_order_of_all_of_them() {
    var lab = InspectedTenant.in(test);
    for (var key : List.of("c", "a", "d", "b", "e")) {
      lab.queue(key);
    }
    var reads = test.engine().reads().queues();
    var whole = reads.all(lab.tenantId()).stream().map(view -> view.policy().queueKey()).toList();
    assertThat(walk(cursor -> reads.page(lab.tenantId(), QueueAudience.ADMINISTRATORS, 2, cursor)))
        .extracting(view -> view.policy().queueKey())
        .isEqualTo(whole)
        .hasSize(5);
  }

  @Test
  void what_waits_in_all_queues_and_what_is_leased_is_what_their_figures_count() {
    var lab = InspectedTenant.in(test);
    lab.queue("b_late", dispatch(1));
    lab.queue("a_empty", dispatch(50));
    lab.queue("z_urgent", dispatch(100));
    lab.queue("hidden", AlteredRecord.with(dispatch(70), "operator_visible", false));
    lab.queue("shut", AlteredRecord.with(dispatch(90), "enabled", false));
    for (var key : List.of("b_late", "z_urgent", "hidden", "shut")) {
      lab.enqueue(key, 4);
    }
    var worker = lab.worker("w-1");
    for (var key : List.of("b_late", "z_urgent", "hidden")) {
      lab.claim(worker, key, 1, true);
    }
    for (int size : List.of(1, 2, 3, 500)) {
      assertThat(waiting(lab, QueueAudience.OPERATORS, PauseSide.OPEN, size))
          .containsExactly("z_urgent", "z_urgent", "z_urgent", "b_late", "b_late", "b_late");
      assertThat(waiting(lab, QueueAudience.ADMINISTRATORS, PauseSide.OPEN, size))
          .hasSize(9)
          .startsWith("z_urgent", "z_urgent", "z_urgent", "hidden");
      assertThat(waiting(lab, QueueAudience.OPERATORS, PauseSide.BEHIND, size))
          .containsExactly("shut", "shut", "shut", "shut");
    }
    for (var audience : QueueAudience.values()) {
      var figures =
          test.engine().reads().queues().page(lab.tenantId(), audience, 100, null).items().stream()
              .map(QueueView::figures)
              .toList();
      assertThat(waiting(lab, audience, PauseSide.OPEN, 2))
          .hasSize(figures.stream().mapToInt(f -> (int) f.queueDepth()).sum());
      assertThat(waiting(lab, audience, PauseSide.BEHIND, 2))
          .hasSize(figures.stream().mapToInt(f -> (int) f.pausedDepth()).sum());
      for (var status : Arrays.asList(LeaseStatus.ACTIVE, null)) {
        var filter = LeaseFilterBuilder.builder().status(status).audience(audience).build();
        var leases =
            walk(
                cursor ->
                    test.engine().reads().evidence().leases(lab.tenantId(), filter, 1, cursor));
        assertThat(leases)
            .hasSize(figures.stream().mapToInt(f -> (int) f.activeLeases()).sum())
            .hasSize(audience == QueueAudience.OPERATORS ? 2 : 3);
      }
    }
  }

  @Test
  void a_page_of_what_waits_ends_where_the_last_item_was_and_looks_into_so_many_queues() {
    var lab = InspectedTenant.in(test);
    lab.queue("full");
    lab.enqueue("full", 2);
    for (int i = 0; i < 101; i++) {
      lab.queue("void_%03d".formatted(i));
    }
    lab.queue("z_last");
    lab.enqueue("z_last");
    var reads = test.engine().reads().queues();
    var first =
        reads.everywhere(
            lab.tenantId(), QueueAudience.OPERATORS, ItemFilter.NONE, PauseSide.OPEN, 50, null);
    assertThat(first.items()).hasSize(2);
    assertThat(first.nextCursor()).isNotNull();
    assertThat(waiting(lab, QueueAudience.OPERATORS, PauseSide.OPEN, 50))
        .containsExactly("full", "full", "z_last");
    // A page that is full has a next one only where there is something on it.
    var other = InspectedTenant.in(test);
    other.queue("only");
    other.queue("other");
    other.enqueue("only", 2);
    assertThat(
            reads
                .everywhere(
                    other.tenantId(),
                    QueueAudience.OPERATORS,
                    ItemFilter.NONE,
                    PauseSide.OPEN,
                    2,
                    null)
                .nextCursor())
        .isNull();
  }

  private static QueueFields dispatch(int priority) {
    return AlteredRecord.with(InspectedTenant.fields(60, 3), "dispatch_priority", priority);
  }

  private static List<String> waiting(
      InspectedTenant lab, QueueAudience audience, PauseSide side, int size) {
    var reads = test.engine().reads().queues();
    var all =
        walk(
            cursor ->
                reads.everywhere(lab.tenantId(), audience, ItemFilter.NONE, side, size, cursor));
    assertThat(all).extracting(QueueItem::subjectEuid).doesNotHaveDuplicates();
    return all.stream().map(QueueItem::nextQueueKey).toList();
  }

  @Test
  void live_leases_are_listed_apart_from_lapsed_ones_settled_or_not() {
    var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE);
    var worker = lab.worker("w-1");
    lab.enqueue(InspectedTenant.QUEUE, 5);
    var lapsing = lab.claim(worker, InspectedTenant.QUEUE, 2, false).claims();
    test.advance(Duration.ofSeconds(61));
    var other = lab.worker("w-2");
    var live = lab.claim(other, InspectedTenant.QUEUE, 3, false).claims();
    var reads = test.engine().reads().evidence();
    Function<LeaseStatus, List<String>> list =
        status ->
            euids(
                walk(
                    cursor ->
                        reads.leases(
                            lab.tenantId(),
                            LeaseFilter.of(status, InspectedTenant.QUEUE, null),
                            1,
                            cursor)));

    assertThat(list.apply(LeaseStatus.ACTIVE))
        .containsExactlyElementsOf(live.stream().map(item -> item.leaseEuid()).toList());
    assertThat(list.apply(LeaseStatus.EXPIRED))
        .containsExactlyElementsOf(lapsing.stream().map(item -> item.leaseEuid()).toList());
    assertThat(list.apply(null)).hasSize(5);
    assertThat(list.apply(LeaseStatus.COMPLETED)).isEmpty();
    test.engine().sweep(lab.tenantId());
    assertThat(list.apply(LeaseStatus.EXPIRED)).hasSize(2);
    assertThat(
            euids(
                walk(
                    cursor ->
                        reads.leases(
                            lab.tenantId(),
                            LeaseFilter.of(LeaseStatus.ACTIVE, null, other),
                            2,
                            cursor))))
        .hasSize(3);
    assertThat(
            walk(
                cursor ->
                    reads.leases(
                        lab.tenantId(),
                        LeaseFilter.of(LeaseStatus.ACTIVE, null, worker),
                        2,
                        cursor)))
        .isEmpty();
  }

  @Test
  void leases_are_narrowed_by_what_their_subjects_are() {
    var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE);
    var worker = lab.worker("w-1");
    for (var site : List.of("north", "south", "north", "east")) {
      lab.enqueueUnseen(scoped(new Scope(site, site.equals("south") ? "ONT" : "ILMN", "WGS")));
    }
    lab.claim(worker, InspectedTenant.QUEUE, 3, true);
    var reads = test.engine().reads().evidence();
    for (var status : Arrays.asList(LeaseStatus.ACTIVE, null)) {
      Function<LeaseFilter, List<String>> list =
          filter ->
              walk(cursor -> reads.leases(lab.tenantId(), filter, 1, cursor)).stream()
                  .map(lease -> lease.path("subject_lookup_state").asString())
                  .toList();
      assertThat(list.apply(of(status, null, "north", null, null)))
          .containsExactly("RUNNING", "RUNNING");
      assertThat(list.apply(of(status, null, null, "ONT", "WGS"))).hasSize(1);
      assertThat(list.apply(of(status, null, "east", null, null))).isEmpty();
      assertThat(list.apply(of(status, ExecutionState.RUNNING, null, null, "WGS"))).hasSize(3);
      assertThat(list.apply(ready(status))).isEmpty();
    }
    var lease = reads.leases(lab.tenantId(), LeaseFilter.of(null, null, worker), 1, null);
    assertThat(lease.items().get(0).path("worker_lookup_name").asString()).isEqualTo("w-1");
  }

  private static Enqueue scoped(Scope scope) {
    var meta = RequestMeta.key(InspectedTenant.key());
    return EnqueueBuilder.builder()
        .meta(meta)
        .templateCode(Enqueue.TASK)
        .queueKey(InspectedTenant.QUEUE)
        .scope(scope)
        .build();
  }

  private static LeaseFilter ready(LeaseStatus status) {
    return LeaseFilterBuilder.builder()
        .status(status)
        .queueKey(InspectedTenant.QUEUE)
        .state(ExecutionState.READY)
        .build();
  }

  private static LeaseFilter of(
      LeaseStatus status, ExecutionState state, String site, String platform, String assay) {
    return new LeaseFilter(status, InspectedTenant.QUEUE, null, null, state, site, platform, assay);
  }

  @Test
  void a_lapsed_lease_says_so_before_anyone_has_settled_it() {
    var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE);
    var worker = lab.worker("w-1");
    lab.enqueue(InspectedTenant.QUEUE);
    lab.claimOne(worker, InspectedTenant.QUEUE);
    var reads = test.engine().reads().evidence();
    test.advance(Duration.ofSeconds(61));

    var lease =
        reads.leases(lab.tenantId(), LeaseFilter.of(null, null, worker), 10, null).items().get(0);

    assertThat(lease.path("status").asString()).isEqualTo("EXPIRED");
  }

  @Test
  void workers_with_a_status_are_those_that_have_it_now() {
    var lab = InspectedTenant.in(test);
    var gone = List.of(lab.worker("w-1"), lab.worker("w-2"));
    test.advance(Duration.ofHours(1));
    var there = List.of(lab.worker("w-3"), lab.worker("w-4"), lab.worker("w-5"));
    var reads = test.engine().reads().workers();
    Function<WorkerStatus, List<String>> list =
        status ->
            walk(cursor -> reads.list(lab.tenantId(), status, 2, cursor)).stream()
                .map(worker -> worker.workerEuid())
                .toList();

    assertThat(list.apply(WorkerStatus.ONLINE)).isEqualTo(there);
    assertThat(list.apply(WorkerStatus.OFFLINE)).isEqualTo(gone);
    assertThat(list.apply(null)).hasSize(5);
  }

  @Test
  void events_of_one_subject_or_one_type_come_in_order_and_the_cursor_goes_on() {
    var lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE);
    var worker = lab.worker("w-1");
    var first = lab.enqueue(InspectedTenant.QUEUE);
    lab.enqueue(InspectedTenant.QUEUE);
    var item = lab.claimOne(worker, InspectedTenant.QUEUE);
    lab.complete(worker, item);

    var mine = events(lab, first, null);
    assertThat(mine)
        .extracting(EventView::type)
        .containsExactly(
            EventType.JOB_ENQUEUED,
            EventType.JOB_CLAIMED,
            EventType.JOB_STARTED,
            EventType.JOB_SUCCEEDED);
    assertThat(mine).extracting(EventView::jobId).containsOnly(first);
    assertThat(events(lab, null, EventType.JOB_ENQUEUED)).hasSize(2);
    assertThat(events(lab, first, EventType.JOB_ENQUEUED)).hasSize(1);

    var end = lab.events().page(lab.tenantId(), FeedCursor.START, null, null, 500).nextCursor();
    lab.cancel(lab.enqueue(InspectedTenant.QUEUE), false);
    // Asked for anew: that waits until the feed has what was just done.
    assertThat(lab.events().page(lab.tenantId(), FeedCursor.parse(end), null, null, 500).items())
        .extracting(EventView::type)
        .containsExactly(EventType.JOB_ENQUEUED, EventType.JOB_CANCELLED);
  }

  private static List<EventView> events(InspectedTenant lab, String subject, EventType type) {
    var all = new ArrayList<EventView>();
    for (var cursor = FeedCursor.START; ; ) {
      var page = lab.events().page(lab.tenantId(), cursor, subject, type, 1);
      all.addAll(page.items());
      var next = FeedCursor.parse(page.nextCursor());
      if (next.equals(cursor)) {
        return all;
      }
      cursor = next;
    }
  }

  @Test
  void events_of_an_unknown_subject_are_not_found() {
    var lab = InspectedTenant.in(test);
    assertThatThrownBy(() -> events(lab, "Z-TK-10", null))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
  }
}
