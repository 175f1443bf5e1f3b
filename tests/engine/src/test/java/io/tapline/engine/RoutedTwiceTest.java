package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A batch is a sequence: each item meets what those before it have done. */
class RoutedTwiceTest extends InspectedTenantTest {

  @Test
  void a_subject_routed_twice_in_one_batch_goes_where_the_first_sends_it() {
    var prepared =
        asOperator(
                PrepareBuilder.builder()
                    .meta(RequestMeta.key(InspectedTenant.key()))
                    .templateCode(Enqueue.TASK)
                    .build())
            .subjectEuid();
    var outcomes = lab.engine().executeAll(lab.operator, List.of(route(prepared), route(prepared)));
    assertThat(outcomes.get(0).refused()).isFalse();
    assertThat(outcomes.get(1).refusal().code()).isEqualTo(Code.INVALID_TRANSITION);
    assertThat(lab.envelope(prepared).nextQueueKey()).isEqualTo(QUEUE);
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  private static Enqueue route(String subject) {
    return EnqueueBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .subjectEuid(subject)
        .queueKey(QUEUE)
        .build();
  }
}
