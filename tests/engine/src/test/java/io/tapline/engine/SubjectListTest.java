package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.Scope;
import io.tapline.api.SubjectItem;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.read.subject.SubjectFilterBuilder;
import io.tapline.engine.read.subject.SubjectTab;
import io.tapline.engine.testing.InspectedTenant;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subjects in any state, in lists that people page through. */
class SubjectListTest extends ListedSubjects {

  /** Subjects by situation. */
  private final Map<String, String> one = new TreeMap<>();

  /** One subject in every situation of one queue, and one of another queue beside them. */
  private void everySituation() {
    one.put("completed", lab.enqueue(QUEUE));
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    one.put("dead", lab.enqueue(QUEUE));
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.PERMANENT_INPUT);
    one.put("canceled", lab.enqueue(QUEUE));
    lab.cancel(one.get("canceled"), false);
    one.put("retrying", lab.enqueue(QUEUE));
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    one.put("outside", lab.enqueue(QUEUE));
    dispatch(evidence.now().plusSeconds(5));
    one.put("lapsed", lab.enqueue(QUEUE));
    lab.claimAndStart(worker, QUEUE);
    advance(61);
    one.put("again", lab.enqueue(QUEUE));
    lab.hold(one.get("lapsed"));
    lab.hold(one.get("retrying"));
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    one.put("leased", lab.enqueue(QUEUE));
    lab.claimOne(worker, QUEUE);
    one.put("running", lab.enqueue(QUEUE));
    lab.claimAndStart(worker, QUEUE);
    one.put("later", enqueue(task -> task.readyAt(evidence.now().plusSeconds(600))));
    one.put("late", enqueue(task -> task.dueAt(evidence.now().minusSeconds(1))));
    one.put("ready", lab.enqueue(QUEUE));
    lab.enqueue("elsewhere");
  }

  @Test
  void a_queues_list_has_every_subject_that_is_routed_to_it_or_was_completed_there_once() {
    everySituation();
    assertThat(euids(SubjectFilter.queue(QUEUE, null, null)))
        .containsExactlyInAnyOrderElementsOf(one.values());
  }

  @Test
  void each_state_has_its_list_in_the_queue_and_over_all_queues() {
    everySituation();
    var states = new TreeMap<ExecutionState, List<String>>();
    one.values()
        .forEach(
            subject ->
                states
                    .computeIfAbsent(lab.envelope(subject).state(), s -> new ArrayList<>())
                    .add(subject));
    for (var state : ExecutionState.values()) {
      var expected = states.getOrDefault(state, List.of());
      assertThat(euids(SubjectFilter.queue(QUEUE, state, null)))
          .as("%s of the queue", state)
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(euids(SubjectFilter.queue(null, state, null)))
          .as("%s", state)
          .containsAll(expected);
    }
    assertThat(states).hasSizeGreaterThan(7);
  }

  @Test
  void the_views_of_a_queue() {
    everySituation();
    assertThat(view(SubjectTab.LEASED)).containsExactlyInAnyOrder("leased", "running");
    assertThat(view(SubjectTab.RETRYING)).containsExactly("again");
    assertThat(view(SubjectTab.HELD)).containsExactlyInAnyOrder("lapsed", "retrying");
    assertThat(view(SubjectTab.NOT_READY)).containsExactlyInAnyOrder("again", "later");
    assertThat(view(SubjectTab.VISIBLE)).containsExactly("late", "ready");
    assertThat(view(SubjectTab.OVERDUE)).containsExactlyInAnyOrder("late", "outside");
    assertThat(view(SubjectTab.TERMINAL))
        .containsExactlyInAnyOrder("dead", "canceled", "completed");
  }

  @Test
  void an_item_says_in_one_word_why_it_is_not_in_its_queue() {
    everySituation();
    var words = new TreeMap<String, String>();
    var all = page(SubjectFilter.queue(QUEUE, null, null), ALL, null).items();
    one.forEach((name, euid) -> words.put(name, item(all, euid).why()));
    assertThat(words)
        .containsEntry("ready", "visible")
        .containsEntry("later", "not_ready_yet")
        .containsEntry("again", "retry_window_not_reached")
        .containsEntry("retrying", "active_hold")
        .containsEntry("leased", "active_lease")
        .containsEntry("outside", "external_overdue")
        .containsEntry("completed", "terminal_state");
    var leased = item(all, one.get("leased"));
    assertThat(leased.workerEuid()).isEqualTo(worker);
    assertThat(leased.leaseExpiresAt()).isAfter(evidence.now());
  }

  @Test
  void a_lapsed_lease_is_no_lease_in_any_list() {
    var subject = lab.enqueue(QUEUE);
    lab.claimAndStart(worker, QUEUE);
    advance(61);
    assertThat(euids(SubjectFilter.queue(QUEUE, null, SubjectTab.LEASED))).isEmpty();
    assertThat(euids(SubjectFilter.queue(QUEUE, null, SubjectTab.VISIBLE)))
        .containsExactly(subject);
    var item = page(SubjectFilter.queue(QUEUE, null, null), ALL, null).items().get(0);
    assertThat(item.why()).isEqualTo("visible");
    assertThat(item.leaseEuid()).isNull();
    assertThat(item.state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void pages_of_any_length_make_the_same_list(int limit) {
    everySituation();
    for (var filter :
        List.of(
            SubjectFilter.queue(QUEUE, null, null),
            SubjectFilter.NONE,
            SubjectFilter.queue(QUEUE, null, SubjectTab.TERMINAL),
            SubjectFilter.queue(QUEUE, null, SubjectTab.VISIBLE))) {
      var paged = new ArrayList<String>();
      String cursor = null;
      do {
        var page = page(filter, limit, cursor);
        assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
        page.items().forEach(item -> paged.add(item.subjectEuid()));
        cursor = page.nextCursor();
      } while (cursor != null);
      assertThat(paged).containsExactlyElementsOf(euids(filter));
    }
  }

  @Test
  void the_total_is_counted_on_the_first_page() {
    everySituation();
    var first = page(SubjectFilter.queue(QUEUE, null, null), 2, null);
    assertThat(first.total().count()).isEqualTo(one.size());
    assertThat(first.total().exact()).isTrue();
    assertThat(page(SubjectFilter.queue(QUEUE, null, null), 2, first.nextCursor()).total())
        .isNull();
    assertThat(page(SubjectFilter.queue(QUEUE, null, SubjectTab.VISIBLE), 1, null).total().count())
        .isEqualTo(2);
  }

  @Test
  void filters_narrow_every_list() {
    var expected =
        enqueue(
            task ->
                task.subjectName("S-1")
                    .meta(correlated("run-7"))
                    .scope(new Scope("basel", "ILMN", "wgs")));
    enqueue(task -> task.subjectName("S-2").scope(new Scope("bern", "ONT", "rna")));
    lab.enqueue(QUEUE);
    for (var view : new SubjectTab[] {null, SubjectTab.VISIBLE}) {
      for (var filter :
          List.of(
              SubjectFilterBuilder.builder().queueKey(QUEUE).site("basel").view(view).build(),
              SubjectFilterBuilder.builder().queueKey(QUEUE).platform("ILMN").view(view).build(),
              SubjectFilterBuilder.builder().queueKey(QUEUE).assay("wgs").view(view).build(),
              SubjectFilterBuilder.builder()
                  .queueKey(QUEUE)
                  .correlationId("run-7")
                  .view(view)
                  .build())) {
        assertThat(euids(filter)).as("%s", filter).containsExactly(expected);
      }
      assertThat(
              euids(
                  SubjectFilterBuilder.builder()
                      .queueKey(QUEUE)
                      .templateCode("content/material/specimen/1.0")
                      .view(view)
                      .build()))
          .isEmpty();
    }
    assertThat(euids(SubjectFilterBuilder.builder().correlationId("run-7").build()))
        .containsExactly(expected);
  }

  @Test
  void a_prepared_subject_without_a_queue_is_listed_by_its_state() {
    var prepared =
        asOperator(
                new Prepare(
                    RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, "P-1", null, null))
            .subjectEuid();
    assertThat(euids(SubjectFilter.queue(null, ExecutionState.PENDING, null)))
        .containsExactly(prepared);
    assertThat(page(SubjectFilter.search("P-1"), ALL, null).items().get(0).why())
        .isEqualTo("next_queue_key_missing");
  }

  @Test
  void the_subjects_of_a_retired_queue_are_still_listed() {
    lab.queue("old");
    var subject = lab.enqueue("old");
    lab.complete(worker, lab.claimOne(worker, "old"));
    asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), "old", "replaced", null));
    assertThat(euids(SubjectFilter.queue("old", null, null))).containsExactly(subject);
  }

  @Test
  void the_list_of_held_subjects_in_visible_queues_matches_their_figures() {
    lab.queue(
        "hidden",
        QueueFields.builder()
            .subjectTemplateCodes(List.of("data/execution/task/1.0"))
            .operatorVisible(false)
            .build());
    lab.queue("old");
    var held = lab.enqueue(QUEUE);
    var hidden = lab.enqueue("hidden");
    for (var each : List.of(held, hidden, lab.enqueue("old"))) {
      lab.hold(each);
    }
    lab.enqueue(QUEUE);
    asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), "old", "replaced", null));
    assertThat(euids(heldFor(QueueAudience.OPERATORS)))
        .containsExactly(held)
        .hasSize(counted(QueueAudience.OPERATORS));
    assertThat(euids(heldFor(QueueAudience.ADMINISTRATORS)))
        .containsExactlyInAnyOrder(held, hidden)
        .hasSize(counted(QueueAudience.ADMINISTRATORS));
    assertThat(euids(heldFor(null))).hasSize(3);
    var ready =
        SubjectFilterBuilder.builder()
            .queueKey("hidden")
            .view(SubjectTab.VISIBLE)
            .audience(QueueAudience.OPERATORS)
            .build();
    lab.enqueue("hidden");
    assertThat(euids(ready)).isEmpty();
  }

  private static SubjectFilter heldFor(QueueAudience audience) {
    return SubjectFilterBuilder.builder().state(ExecutionState.HELD).audience(audience).build();
  }

  private int counted(QueueAudience audience) {
    return lab.engine().reads().queues().page(lab.tenantId(), audience, ALL, null).items().stream()
        .mapToInt(queue -> (int) queue.figures().heldCount())
        .sum();
  }

  @Test
  void what_cannot_be_asked_is_refused() {
    refused(
        Code.VALIDATION_FAILED,
        "queue_key",
        () -> page(SubjectFilter.queue(null, null, SubjectTab.HELD), 1, null));
    refused(
        Code.VALIDATION_FAILED,
        "q",
        () ->
            page(
                SubjectFilterBuilder.builder()
                    .queueKey(QUEUE)
                    .search("S-1")
                    .view(SubjectTab.HELD)
                    .build(),
                1,
                null));
    refused(
        Code.NOT_FOUND, "queue_key", () -> page(SubjectFilter.queue("none", null, null), 1, null));
    refused(
        Code.NOT_FOUND,
        "template_code",
        () ->
            page(
                SubjectFilterBuilder.builder().templateCode("no/such/thing/1.0").build(), 1, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "{}",
        "{\"walk\":-1}",
        "{\"walk\":99}",
        "{\"walk\":1,\"place\":{\"uid\":1}}",
        "{\"walk\":0,\"place\":{\"uid\":1,\"text\":\"\\u0000\"}}",
        "{\"walk\":1,\"place\":{\"item\":{\"visible_from\":\"+1000000-01-01T00:00:00Z\"}}}",
        "{\"walk\":2,\"place\":{\"uid\":1,\"text\":\"never\"}}"
      })
  void a_cursor_that_nobody_gave_out_is_refused_or_finds_its_place(String forged) {
    var cursor = Base64.getUrlEncoder().encodeToString(forged.getBytes(StandardCharsets.UTF_8));
    var filter = SubjectFilter.queue(QUEUE, null, null);
    if (forged.equals("{}")) {
      assertThat(page(filter, 1, cursor).items()).isEmpty();
    } else {
      refused(Code.VALIDATION_FAILED, "cursor", () -> page(filter, 1, cursor));
    }
  }

  private List<String> view(SubjectTab view) {
    var names = new TreeMap<String, String>();
    one.forEach((name, euid) -> names.put(euid, name));
    return euids(SubjectFilter.queue(QUEUE, null, view)).stream().map(names::get).toList();
  }

  private static SubjectItem item(List<SubjectItem> items, String euid) {
    return items.stream().filter(item -> item.subjectEuid().equals(euid)).findFirst().orElseThrow();
  }

  private void dispatch(Instant deadline) {
    var item = lab.claimAndStart(worker, QUEUE);
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "run-1",
            deadline,
            null));
  }
}
