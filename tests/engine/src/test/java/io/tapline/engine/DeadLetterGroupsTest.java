package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.DeadLetterGroups;
import io.tapline.api.DeadLetterGroups.Group;
import io.tapline.api.ErrorClass;
import io.tapline.api.ResolutionState;
import io.tapline.api.request.Fail;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireQueue;
import io.tapline.engine.read.evidence.DeadLetterFilter;
import io.tapline.engine.read.evidence.DeadLetterFilterBuilder;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dead letters are counted where they are, not where they are shown. */
class DeadLetterGroupsTest extends InspectedTenantTest {

  @BeforeEach
  void some_died() {
    lab.queue("other");
    dies(QUEUE, ErrorClass.PERMANENT_INPUT, "no such plate");
    dies(QUEUE, ErrorClass.PERMANENT_INPUT, "no such plate");
    dies(QUEUE, ErrorClass.PERMANENT_STATE, "x".repeat(300));
    dies("other", ErrorClass.PERMANENT_INPUT, "no such plate");
  }

  private void dies(String queue, ErrorClass errorClass, String message) {
    lab.enqueue(queue);
    var item = lab.claimAndStart(worker, queue);
    asService(
        Fail.of(
            InspectedTenant.key(),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            errorClass,
            message));
  }

  private static DeadLetterFilter allOpen() {
    return DeadLetterFilterBuilder.builder().state(ResolutionState.OPEN).build();
  }

  private static DeadLetterFilter open(String queue, String error, String message) {
    return new DeadLetterFilter(ResolutionState.OPEN, queue, null, null, error, message);
  }

  private DeadLetterGroups groups(DeadLetterFilter filter) {
    return lab.engine().reads().evidence().deadLetterGroups(lab.tenantId(), filter);
  }

  private int listed(DeadLetterFilter filter) {
    return lab.engine()
        .reads()
        .evidence()
        .deadLetters(lab.tenantId(), filter, 100, null)
        .items()
        .size();
  }

  @Test
  void they_are_counted_by_error_message_and_queue_the_largest_group_first() {
    var groups = groups(allOpen());
    assertThat(groups.total()).isEqualTo(4);
    assertThat(groups.errors())
        .containsExactly(new Group("PERMANENT_INPUT", 3), new Group("PERMANENT_STATE", 1));
    assertThat(groups.messages())
        .containsExactly(new Group("no such plate", 3), new Group("x".repeat(200), 1));
    assertThat(groups.queues()).containsExactly(new Group(QUEUE, 3), new Group("other", 1));
  }

  @Test
  void a_group_is_a_filter_and_the_list_has_exactly_those_that_were_counted() {
    var chosen = open(QUEUE, "PERMANENT_INPUT", null);
    var groups = groups(chosen);
    assertThat(groups.total()).isEqualTo(2).isEqualTo(listed(chosen));
    // The other groups of each kind are still there to choose from.
    assertThat(groups.errors()).hasSize(2);
    assertThat(groups.queues()).containsExactly(new Group(QUEUE, 2), new Group("other", 1));
    assertThat(groups.messages()).containsExactly(new Group("no such plate", 2));
    var message = open(null, null, "x".repeat(200));
    assertThat(groups(message).total()).isEqualTo(1).isEqualTo(listed(message));
    assertThat(groups(open("elsewhere", null, null)).total()).isZero();
  }

  /** Only the largest groups are told one by one; the others count all the same. */
  @Test
  void all_of_them_are_counted_however_many_groups_there_are() {
    int rare = DeadLetterGroups.MOST + 1;
    for (int i = 0; i < rare; i++) {
      dies(QUEUE, ErrorClass.PERMANENT_INPUT, "plate " + i);
    }
    var groups = groups(open("other", null, "no such plate"));
    assertThat(groups.total()).isEqualTo(1);
    assertThat(groups.anyError()).isEqualTo(1);
    assertThat(groups.anyMessage()).isEqualTo(1);
    assertThat(groups.anyQueue()).isEqualTo(3);
    var all = groups(allOpen());
    assertThat(all.messages()).hasSize(DeadLetterGroups.MOST);
    assertThat(all.anyMessage()).isEqualTo(4L + rare).isEqualTo(all.total());
  }

  @Test
  void a_queue_counts_what_its_list_has_with_those_of_the_queue_that_it_succeeds() {
    asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), "other", "rebuilt", null));
    lab.queue("other");
    dies("other", ErrorClass.PERMANENT_INPUT, "no such plate");
    var queue = lab.engine().reads().queues().one(lab.tenantId(), "other");
    assertThat(queue.figures().deadLetterCount())
        .isEqualTo(2)
        .isEqualTo(listed(open("other", null, null)));
  }
}
