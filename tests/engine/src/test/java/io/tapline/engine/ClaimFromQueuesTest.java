package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A claim that names several queues tries these queues only, by their dispatch priority. */
class ClaimFromQueuesTest extends InspectedTenantTest {

  @BeforeEach
  void queues() {
    queue("routine", 0);
    queue("urgent", 5);
    queue("other", 9);
    lab.enqueue("other");
  }

  private void queue(String key, int priority) {
    lab.queue(
        key, AlteredRecord.with(InspectedTenant.fields(60, 3), "dispatch_priority", priority));
  }

  private static ClaimBuilder from(String... queueKeys) {
    return ClaimBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .queueKeys(List.of(queueKeys))
        .maxItems(1);
  }

  private ClaimAnswer claim(Claim claim) {
    return lab.engine().claim(lab.service, claim);
  }

  private String claimed(String... queueKeys) {
    var claims = claim(from(queueKeys).workerEuid(worker).build()).claims();
    return claims.isEmpty() ? null : claims.get(0).subjectEuid();
  }

  @Test
  void the_queue_with_the_highest_dispatch_priority_comes_first_in_any_order_of_the_request() {
    var routine = lab.enqueue("routine");
    var first = lab.enqueue("urgent");
    var second = lab.enqueue("urgent");
    assertThat(claimed("routine", "urgent")).isEqualTo(first);
    assertThat(claimed("urgent", "routine")).isEqualTo(second);
    assertThat(claimed("routine", "urgent")).isEqualTo(routine);
    assertThat(claimed("routine", "urgent")).as("not from another queue").isNull();
  }

  @Test
  void one_queue_is_the_same_request_as_its_key() {
    var subject = lab.enqueue("routine");
    var several = from("routine").workerEuid(worker).build();
    assertThat(several)
        .isEqualTo(ClaimBuilder.builder(several).queueKeys(null).queueKey("routine").build());
    assertThat(claim(several).claims().get(0).subjectEuid()).isEqualTo(subject);
  }

  @Test
  void a_repeated_request_returns_the_same_job() {
    var subject = lab.enqueue("routine");
    lab.enqueue("urgent");
    var claim = from("routine", "other").workerEuid(worker).maxItems(2).build();
    var first = claim(claim);
    assertThat(first.replayed()).isFalse();
    var again = claim(claim);
    assertThat(again.replayed()).isTrue();
    assertThat(again.claims()).isEqualTo(first.claims());
    assertThat(lab.claimOne(worker, "urgent")).isNotNull();
    assertThat(claimed("routine", "other")).isEqualTo(subject);
  }

  @Test
  void a_disabled_queue_is_left_out() {
    lab.enqueue("urgent");
    var routine = lab.enqueue("routine");
    asAdmin(
        new UpdateQueue(
            RequestMeta.key(InspectedTenant.key()),
            "urgent",
            1L,
            QueueFields.builder().enabled(false).disabledReason("a drill").build(),
            null));
    assertThat(claimed("routine", "urgent")).isEqualTo(routine);
    assertThat(claimed("urgent", "routine")).isNull();
  }

  @Test
  void a_queue_that_does_not_exist_or_does_not_fit_is_refused_by_name() {
    lab.enqueue("routine");
    lab.queue("wet", InspectedTenant.fields(60, 3, "wetlab"));
    var unknown = refused(Code.NOT_FOUND, () -> claimed("routine", "nowhere"));
    assertThat(unknown.field()).isEqualTo("queue_keys");
    assertThat(unknown.message()).contains("nowhere");
    assertThat(refused(Code.CAPABILITY_MISMATCH, () -> claimed("routine", "wet")).message())
        .contains("wetlab", "queue wet");
  }

  @Test
  void contradictory_names_are_refused() {
    for (var claim :
        List.of(
            from().build(),
            from("routine", "routine").build(),
            from("routine", "urgent").queueKey("other").build(),
            from("routine", "urgent").subjectEuid(lab.enqueue("routine")).build())) {
      var named = ClaimBuilder.builder(claim).workerEuid(worker).build();
      assertThat(refused(Code.VALIDATION_FAILED, () -> claim(named)).field())
          .isEqualTo("queue_keys");
    }
  }
}
