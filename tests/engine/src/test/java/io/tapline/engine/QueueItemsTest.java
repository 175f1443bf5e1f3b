package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.Page;
import io.tapline.api.QueueItem;
import io.tapline.api.Scope;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.read.queue.ItemFilterBuilder;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue's items, a page at a time, however rare what is asked for. */
class QueueItemsTest extends InspectedTenantTest {

  /** More than are looked at for one page. */
  private static final int MANY = 5_400;

  private static final int BATCH = 900;

  private static final ItemFilter RARE = ItemFilterBuilder.builder().site("basel").build();

  private Enqueue work(Integer priority, Instant readyAt, Instant dueAt, Scope scope) {
    return EnqueueBuilder.builder()
        .meta(new RequestMeta(InspectedTenant.key(), "run-7", null))
        .templateCode(Enqueue.TASK)
        .queueKey(QUEUE)
        .priority(priority)
        .readyAt(readyAt)
        .dueAt(dueAt)
        .scope(scope)
        .build();
  }

  /** Subjects of three priorities, with and without a due date, and without a site. */
  private void crowd() {
    var due = evidence.now().plusSeconds(86_400);
    var all = new ArrayList<Enqueue>();
    for (int i = 0; i < MANY; i++) {
      all.add(work(1 + i % 3, null, i % 2 == 0 ? null : due.plusSeconds(i % 5), null));
    }
    for (int from = 0; from < MANY; from += BATCH) {
      lab.engine().executeAll(lab.admin, all.subList(from, from + BATCH));
    }
  }

  private String one(int priority, Instant readyAt, Instant dueAt) {
    return asOperator(work(priority, readyAt, dueAt, new Scope("basel", null, null))).subjectEuid();
  }

  private Page<QueueItem> page(ItemFilter filter, int limit, String cursor) {
    return lab.engine().reads().queues().items(lab.tenantId(), QUEUE, filter, limit, cursor);
  }

  private List<QueueItem> all(ItemFilter filter, int limit) {
    var all = new ArrayList<QueueItem>();
    String cursor = null;
    do {
      var page = page(filter, limit, cursor);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
      all.addAll(page.items());
      cursor = page.nextCursor();
    } while (cursor != null);
    return all;
  }

  private static List<String> euids(List<QueueItem> items) {
    return items.stream().map(QueueItem::subjectEuid).toList();
  }

  @Test
  void a_rare_kind_of_item_is_found_in_order_by_pages_that_look_at_so_many_each() {
    var now = evidence.now();
    var last = one(0, null, null);
    var lapsed = one(9, null, null);
    lab.claimAndStart(worker, QUEUE);
    crowd();
    var matured = one(2, now.plusSeconds(30), null);
    var first = one(4, null, null);
    var due = one(3, null, now.plusSeconds(10));
    var among = one(1, null, null);
    advance(61);

    var page = page(RARE, 10, null);
    assertThat(euids(page.items()))
        .as("no further than was looked")
        .containsExactly(lapsed, first, due, matured);
    assertThat(page.nextCursor()).isNotNull();
    for (int limit : new int[] {1, 500}) {
      assertThat(euids(all(RARE, limit))).containsExactly(lapsed, first, due, matured, among, last);
    }
    assertThat(page(ItemFilterBuilder.builder().site("nowhere").build(), 10, null).items())
        .isEmpty();
    assertThat(all(ItemFilterBuilder.builder().site("nowhere").build(), 10)).isEmpty();
    assertThat(euids(all(ItemFilter.NONE, 500))).hasSize(MANY + 6).doesNotHaveDuplicates();
    // Too many for an index to tell them apart.
    assertThat(all(ItemFilterBuilder.builder().correlationId("run-7").build(), 500))
        .hasSize(MANY + 6);
    whatAnIndexTellsApartIsFoundAtOnce();
  }

  private void whatAnIndexTellsApartIsFoundAtOnce() {
    var failed = lab.claimOne(worker, QUEUE);
    lab.fail(worker, failed, ErrorClass.TRANSIENT_SYSTEM);
    advance(3_600);
    // A claim promotes what has become ready again, and gives it back.
    var other = lab.worker("w2");
    lab.release(other, lab.claimOne(other, QUEUE));
    var retrying = ItemFilterBuilder.builder().state(ExecutionState.FAILED_RETRYABLE).build();
    var page = page(retrying, 10, null);
    assertThat(euids(page.items())).contains(failed.subjectEuid());
    assertThat(page.nextCursor()).isNull();

    var correlated = correlated("run-8");
    page = page(ItemFilterBuilder.builder().correlationId("run-8").build(), 10, null);
    assertThat(euids(page.items())).containsExactly(correlated);
    assertThat(page.nextCursor()).isNull();
  }

  private String correlated(String id) {
    return asOperator(
            EnqueueBuilder.builder()
                .meta(new RequestMeta(InspectedTenant.key(), id, null))
                .templateCode(Enqueue.TASK)
                .queueKey(QUEUE)
                .priority(0)
                .build())
        .subjectEuid();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "{}",
        "{\"priority\":1}",
        "{\"priority\":1,\"due_at\":\"\",\"visible_from\":\"\",\"euid\":\"\"}",
        "{\"priority\":1,\"due_at\":\"\",\"visible_from\":\"\",\"created_at\":\"2026-01-01T00:00:00Z\"}"
      })
  void a_place_that_no_page_gave_out_is_refused(String forged) {
    var cursor = Base64.getUrlEncoder().encodeToString(forged.getBytes(StandardCharsets.UTF_8));
    refused(Code.VALIDATION_FAILED, "cursor", () -> page(ItemFilter.NONE, 1, cursor));
  }
}
