package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.engine.testing.TamperedSubjects;
import org.junit.jupiter.api.Test;

/** Every relationship is a link, and links alone are believed. */
class LineageRulesTest extends InspectedTenantTest {

  @Test
  void lineage_consistency_on_claim_all_seven_links_in_one_transaction() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    var queue = queueEuid();
    assertThat(evidence.children(subject, "execution_subject_lease"))
        .containsExactly(item.leaseEuid());
    assertThat(evidence.children(worker, "execution_worker_lease"))
        .containsExactly(item.leaseEuid());
    assertThat(evidence.children(queue, "execution_queue_lease")).containsExactly(item.leaseEuid());
    assertThat(evidence.children(subject, "execution_subject_record"))
        .containsExactly(item.recordEuid());
    assertThat(evidence.children(worker, "execution_worker_record"))
        .containsExactly(item.recordEuid());
    assertThat(evidence.children(queue, "execution_queue_record"))
        .containsExactly(item.recordEuid());
    assertThat(evidence.children(item.leaseEuid(), "execution_lease_record"))
        .containsExactly(item.recordEuid());
    assertThat(evidence.children(item.actionEuid(), "executed_on")).containsExactly(subject);
    assertThat(evidence.transactions(item.leaseEuid(), item.recordEuid(), item.actionEuid()))
        .isEqualTo(1);
  }

  @Test
  void relationships_are_lineage_only_and_outlive_their_lookup_metadata() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    TamperedSubjects.set("last_record_uid = null").forEach(evidence::tamper);
    assertThat(evidence.children(subject, "execution_subject_lease"))
        .containsExactly(item.leaseEuid());
    lab.start(worker, item);
    lab.renew(worker, item);
    lab.complete(worker, item);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
    lab.requeue(subject);
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
  }

  @Test
  void relationships_are_lineage_only_so_false_lookup_metadata_is_not_believed() {
    var subject = lab.enqueue(QUEUE);
    var other = lab.worker("w2");
    var item = lab.claimOne(worker, QUEUE);
    refused(io.tapline.api.Code.NOT_LEASE_OWNER, () -> lab.complete(other, item));
    var record = lab.engine().reads().history().historyOf(lab.tenantId(), subject).records().get(0);
    assertThat(record.get("subject_lookup_euid").asString()).isEqualTo(subject);
    assertThat(record.get("worker_lookup_euid").asString()).isEqualTo(worker);
    assertThat(record.get("queue_lookup_key").asString()).isEqualTo(QUEUE);
    assertThat(record.get("lease_lookup_euid").asString()).isEqualTo(item.leaseEuid());
    var held = lab.enqueue(QUEUE);
    var hold = lab.hold(held).holdEuid();
    lie("instance_registry");
    var note = lab.engine().reads().history().historyOf(lab.tenantId(), held).holds().get(0);
    assertThat(note.get("subject_lookup_euid").asString()).isEqualTo(held);
    assertThat(note.get("queue_lookup_key").asString()).isEqualTo(QUEUE);
    assertThat(note.get("placed_by_lookup_euid").asString())
        .isEqualTo(evidence.parents(hold, "execution_actor_hold").get(0));
    lab.complete(worker, item);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void a_hold_and_a_dead_letter_are_linked_to_all_whom_they_concern() {
    var subject = lab.enqueue(QUEUE);
    var hold = lab.hold(subject).holdEuid();
    assertThat(evidence.children(subject, "execution_subject_hold")).containsExactly(hold);
    assertThat(evidence.children(queueEuid(), "execution_queue_hold")).containsExactly(hold);
    assertThat(evidence.parents(hold, "execution_actor_hold")).hasSize(1);
    lab.releaseHold(hold);
    assertThat(evidence.parents(hold, "execution_actor_hold_release")).hasSize(1);
    var item = lab.claimAndStart(worker, QUEUE);
    var letter = lab.fail(worker, item, io.tapline.api.ErrorClass.PERMANENT_INPUT).deadLetterEuid();
    assertThat(evidence.children(subject, "execution_subject_dead_letter")).containsExactly(letter);
    assertThat(evidence.children(queueEuid(), "execution_queue_dead_letter"))
        .containsExactly(letter);
    assertThat(evidence.children(item.recordEuid(), "execution_record_dead_letter"))
        .containsExactly(letter);
  }

  @Test
  void a_renewal_and_a_heartbeat_are_linked_to_what_they_were_executed_on() {
    var subject = lab.enqueue(QUEUE);
    var renewal = lab.renew(worker, lab.claimOne(worker, QUEUE)).actionEuid();
    assertThat(evidence.children(renewal, "executed_on")).containsExactly(subject);
    assertThat(evidence.parents(subject, "executed_on")).contains(renewal);
    var beat =
        asService(
            HeartbeatBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .workerEuid(worker)
                .build());
    assertThat(evidence.children(beat.actionEuid(), "executed_on")).containsExactly(worker);
    assertThat(evidence.parents(worker, "executed_on")).contains(beat.actionEuid());
  }

  /** Every copied key of these objects names what is not there. */
  private void lie(String table) {
    evidence.tamper(
        "update tapline."
            + table
            + " set json_addl = jsonb_set(json_addl, '{properties}', json_addl -> 'properties' ||"
            + " '{\"subject_lookup_euid\": \"nobody\", \"worker_lookup_euid\": \"nobody\","
            + " \"queue_lookup_key\": \"nowhere\", \"lease_lookup_euid\": \"nothing\","
            + " \"placed_by_lookup_euid\": \"nobody\"}') where tenant_id = ?");
  }

  private String queueEuid() {
    return evidence.queue(QUEUE);
  }
}
