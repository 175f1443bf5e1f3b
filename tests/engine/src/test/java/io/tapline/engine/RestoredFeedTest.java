package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.FeedEntry;
import org.junit.jupiter.api.Test;

/** The engine in a cluster whose transaction ids lie behind those that its rows came with. */
class RestoredFeedTest extends InspectedTenantTest {

  /** More transactions than the test server will ever see. */
  private static final long FAR_AHEAD = 3_000_000_000L;

  @Test
  void what_is_written_after_a_restore_follows_what_was_restored() {
    var old = lab.enqueue(QUEUE);
    // As if its first entry had been written in the other cluster.
    evidence.tamper(
        "insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid, queue_uid,"
            + " actor_uid, executed_on_uid, target_uid, action_code, to_state, revision_after,"
            + " event_type, feed_key) select tenant_id,"
            + " nextval(tapline.uid_sequence(tenant_id)), template_uid, at, subject_uid,"
            + " queue_uid, actor_uid, executed_on_uid, target_uid, action_code, to_state,"
            + " revision_after, event_type, "
            + FAR_AHEAD
            + " from tapline.fact_row where tenant_id = ? and subject_uid is not null"
            + " order by uid desc limit 1");
    var tail = new FeedTail(lab);
    assertThat(lag()).isPositive();

    test.provision();

    tail.readAll();
    int restored = tail.entries().size();
    assertThat(tail.entries().get(restored - 1).feedKey()).isEqualTo(FAR_AHEAD);
    var fresh = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    lab.renew(worker, lab.claimOne(worker, QUEUE));
    assertThat(tail.readAll().entries().subList(restored, tail.entries().size()))
        .extracting(FeedEntry::actionKey)
        .containsExactly(
            "enqueue_subject",
            "claim_queue_item",
            "complete_queue_execution",
            "claim_queue_item",
            "renew_queue_lease");
    assertThat(tail.entries().get(restored).properties().get("subject_euid").asString())
        .isEqualTo(fresh)
        .isNotEqualTo(old);
  }

  private long lag() {
    return test.in(lab.tenantId(), tx -> new Feed(tx).lag());
  }
}
