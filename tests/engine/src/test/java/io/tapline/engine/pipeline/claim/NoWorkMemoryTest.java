package io.tapline.engine.pipeline.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.engine.model.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NoWorkMemoryTest {

  private final AtomicLong nanos = new AtomicLong();
  private final NoWorkMemory memory = new NoWorkMemory(nanos::get);
  private final Caller caller = new Caller(1, "p", Set.of(Role.WORKER_SERVICE));
  private final Claim claim = Claim.one("k", "w", "q");

  @Test
  void a_claim_is_found_by_its_caller_its_key_and_its_payload() {
    memory.remember(caller, claim);
    assertThat(memory.isRemembered(caller, claim)).isTrue();
    assertThat(memory.isRemembered(caller, claim.until(Instant.EPOCH))).isTrue();
    for (var other :
        List.of(Claim.one("k2", "w", "q"), Claim.one("k", "w2", "q"), Claim.one("k", "w", "q2"))) {
      assertThat(memory.isRemembered(caller, other)).isFalse();
    }
    assertThat(memory.isRemembered(new Caller(2, "p", Set.of()), claim)).isFalse();
    assertThat(memory.isRemembered(new Caller(1, "p2", Set.of()), claim)).isFalse();
  }

  @Test
  void a_worker_that_polls_with_one_key_is_granted_work_after_the_time() {
    memory.remember(caller, claim);
    nanos.set(NoWorkMemory.REMEMBERED.toNanos() / 2);
    memory.remember(caller, claim);
    nanos.set(NoWorkMemory.REMEMBERED.toNanos());
    assertThat(memory.isRemembered(caller, claim)).isFalse();
    assertThat(memory.size()).isZero();
  }

  @Test
  void the_oldest_entries_are_dropped_first() {
    for (int i = 0; i <= NoWorkMemory.MOST; i++) {
      memory.remember(caller, Claim.one("k" + i, "w", "q"));
    }
    assertThat(memory.size()).isEqualTo(NoWorkMemory.MOST);
    assertThat(memory.isRemembered(caller, Claim.one("k0", "w", "q"))).isFalse();
    assertThat(memory.isRemembered(caller, Claim.one("k1", "w", "q"))).isTrue();
  }

  @Test
  void claims_without_a_key_are_not_stored() {
    memory.remember(caller, Claim.one(null, "w", "q"));
    assertThat(memory.isRemembered(caller, Claim.one(null, "w", "q"))).isFalse();
  }
}
