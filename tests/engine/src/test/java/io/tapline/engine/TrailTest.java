package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Page;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.evidence.ActionFilter;
import io.tapline.engine.read.evidence.ActionFilterBuilder;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The audit trail of a tenant, newest first. */
class TrailTest extends InspectedTenantTest {

  private static final ActionFilter ANY = ActionFilterBuilder.builder().build();

  private Page<JsonNode> page(ActionFilter filter, int limit, String cursor) {
    return lab.engine().reads().actions().page(lab.tenantId(), filter, limit, cursor);
  }

  private static List<String> keys(Page<JsonNode> page) {
    return page.items().stream().map(action -> action.path("action_key").asString()).toList();
  }

  @Test
  void the_newest_comes_first_and_pages_meet_without_a_gap() {
    var subject = lab.enqueue(QUEUE);
    lab.claimAndStart(worker, QUEUE);
    assertThat(keys(page(ANY, 2, null))).containsExactly("claim_queue_item", "enqueue_subject");
    var whole = page(ANY, 500, null).items();
    var parts = new ArrayList<JsonNode>();
    String cursor = null;
    do {
      var part = page(ANY, 3, cursor);
      parts.addAll(part.items());
      cursor = part.nextCursor();
    } while (cursor != null);
    assertThat(parts).isEqualTo(whole);
    assertThat(whole.get(0).path("subject_euid").asString()).isEqualTo(subject);
  }

  @Test
  void it_is_narrowed_to_a_kind_an_actor_a_queue_or_a_subject() {
    var subject = lab.enqueue(QUEUE);
    lab.enqueue("elsewhere");
    assertThat(
            keys(
                page(
                    ActionFilterBuilder.builder().action(ActionKey.CREATE_QUEUE).build(),
                    50,
                    null)))
        .containsOnly("create_queue")
        .hasSize(2);
    assertThat(
            page(ActionFilterBuilder.builder().actor("OLG").queueKey(QUEUE).build(), 50, null)
                .items())
        .isNotEmpty()
        .allMatch(action -> action.path("actor").asString().equals("olga"))
        .allMatch(action -> action.path("queue_key").asString().equals(QUEUE));
    assertThat(keys(page(ActionFilterBuilder.builder().subjectEuid(subject).build(), 50, null)))
        .containsExactly("enqueue_subject");
    assertThat(page(ActionFilterBuilder.builder().actor("nobody").build(), 1, null).items())
        .isEmpty();
    assertThat(
            refusal(
                    () ->
                        page(ActionFilterBuilder.builder().subjectEuid("Z-TK-1").build(), 1, null))
                .code())
        .isEqualTo(Code.NOT_FOUND);
  }

  @Test
  void it_is_narrowed_to_a_time_and_pages_of_that_time_meet_too() {
    lab.enqueue(QUEUE);
    var from = evidence.now().plusSeconds(300);
    advance(600);
    var second = lab.enqueue(QUEUE);
    var third = lab.enqueue(QUEUE);
    var until = evidence.now().plusSeconds(300);
    advance(600);
    lab.enqueue(QUEUE);
    var within = ActionFilterBuilder.builder().from(from).until(until).build();
    assertThat(subjects(page(within, 50, null))).containsExactly(third, second);
    assertThat(page(within, 50, null).nextCursor()).isNull();
    var first = page(within, 1, null);
    assertThat(subjects(first)).containsExactly(third);
    assertThat(subjects(page(within, 1, first.nextCursor()))).containsExactly(second);
    assertThat(
            page(ActionFilterBuilder.builder().from(until.plusSeconds(9_000)).build(), 9, null)
                .items())
        .isEmpty();
    assertThat(
            subjects(
                page(
                    ActionFilterBuilder.builder()
                        .subjectEuid(second)
                        .from(from)
                        .until(until)
                        .build(),
                    9,
                    null)))
        .containsExactly(second);
    assertThat(
            page(ActionFilterBuilder.builder().until(from.minusSeconds(90_000)).build(), 9, null)
                .items())
        .isEmpty();
  }

  private static List<String> subjects(Page<JsonNode> page) {
    return page.items().stream().map(action -> action.path("subject_euid").asString()).toList();
  }

  @Test
  void names_stand_beside_euids_here_and_in_the_history() {
    var named =
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), QUEUE, null), "subject_name", "Tube 00117");
    var subject = asOperator(named).subjectEuid();
    lab.claimOne(worker, QUEUE);
    var claim = page(ANY, 1, null).items().get(0);
    assertThat(claim.path("subject_lookup_name").asString()).isEqualTo("Tube 00117");
    assertThat(claim.path("worker_lookup_name").asString()).isEqualTo("w1");
    assertThat(claim.path("actor_lookup_name").asString()).isNotBlank();
    var history = lab.engine().reads().history().historyOf(lab.tenantId(), subject).actions();
    assertThat(history)
        .allMatch(action -> action.path("subject_lookup_name").asString().equals("Tube 00117"));
  }

  @Test
  void it_shows_neither_answers_nor_the_keys_to_them() {
    lab.enqueue(QUEUE);
    assertThat(page(ANY, 50, null).items())
        .isNotEmpty()
        .noneMatch(action -> action.has("result") || action.has("idempotency_key"))
        .allMatch(action -> action.hasNonNull("at") && action.hasNonNull("action_euid"));
  }

  @Test
  void another_tenant_has_a_trail_of_its_own() {
    var subject = lab.enqueue(QUEUE);
    var other = InspectedTenant.in(test).queue(QUEUE);
    var theirs = lab.engine().reads().actions();
    assertThat(theirs.page(other.tenantId(), ANY, 500, null).items())
        .noneMatch(action -> subject.equals(action.path("subject_euid").asString("")));
  }

  @Test
  void a_worker_knows_which_queues_it_can_serve_and_why_not_the_others() {
    var reach =
        lab.engine().reads().workers().reach(lab.tenantId(), QueueAudience.OPERATORS, worker);
    assertThat(reach).extracting("queueKey").containsExactlyInAnyOrder(QUEUE, "elsewhere");
    assertThat(reach).allMatch(one -> one.serves() && one.code() == null);
    assertThat(
            refusal(
                    () ->
                        lab.engine()
                            .reads()
                            .workers()
                            .reach(lab.tenantId(), QueueAudience.OPERATORS, "Z-WK-1"))
                .code())
        .isEqualTo(Code.NOT_FOUND);
  }
}
