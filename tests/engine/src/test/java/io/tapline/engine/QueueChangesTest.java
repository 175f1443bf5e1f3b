package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Page;
import io.tapline.api.QueueChange;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** The changes of a queue policy: actor, time, reason, old and new values. */
class QueueChangesTest extends InspectedTenantTest {

  @Test
  void every_change_is_told_with_what_it_changed_the_newest_first() {
    update(1, QueueFields.builder().leaseTtlSeconds(90).build(), "too short");
    update(2, QueueFields.builder().enabled(false).disabledReason("flood").build(), null);
    lab.enqueue(QUEUE);
    var changes = changes(50, null).items();
    assertThat(changes)
        .extracting(QueueChange::actionKey)
        .containsExactly("update_queue", "update_queue", "create_queue");
    assertThat(changes.get(0).changes())
        .extracting(QueueChange.FieldChange::field)
        .containsExactly("disabled_reason", "enabled");
    var ttl = changes.get(1);
    assertThat(ttl.actor()).isEqualTo("ada");
    assertThat(ttl.role()).isEqualTo("ADMIN");
    assertThat(ttl.reason()).isEqualTo("too short");
    assertThat(ttl.changes()).hasSize(1);
    assertThat(ttl.changes().get(0).field()).isEqualTo("lease_ttl_seconds");
    assertThat(ttl.changes().get(0).from().asInt()).isEqualTo(60);
    assertThat(ttl.changes().get(0).to().asInt()).isEqualTo(90);
    assertThat(changes.get(2).changes())
        .extracting(QueueChange.FieldChange::from)
        .containsOnlyNulls();
  }

  @Test
  void pages_make_the_same_list_and_a_retired_queue_keeps_its_own() {
    update(1, QueueFields.builder().leaseTtlSeconds(90).build(), null);
    asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, "replaced", null));
    var paged = new ArrayList<QueueChange>();
    String cursor = null;
    do {
      var page = changes(1, cursor);
      paged.addAll(page.items());
      cursor = page.nextCursor();
    } while (cursor != null);
    assertThat(paged).isEqualTo(changes(50, null).items());
    assertThat(paged.get(0).actionKey()).isEqualTo(ActionKey.RETIRE_QUEUE.wire());
    assertThat(paged.get(0).changes())
        .extracting(QueueChange.FieldChange::field)
        .contains("retired_at");
  }

  @Test
  void an_unknown_queue_has_no_history() {
    refused(
        Code.NOT_FOUND,
        "queue_key",
        () -> lab.engine().reads().queueChanges().changesOf(lab.tenantId(), "none", 1, null));
  }

  private void update(long revision, QueueFields fields, String reason) {
    asAdmin(
        new UpdateQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, revision, fields, reason));
  }

  private Page<QueueChange> changes(int limit, String cursor) {
    return lab.engine().reads().queueChanges().changesOf(lab.tenantId(), QUEUE, limit, cursor);
  }
}
