package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.command.Complete;
import io.tapline.engine.command.Expect;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.Release;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.testing.Altered;
import io.tapline.engine.testing.Lab;
import io.tapline.engine.testing.LabTest;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An admin may act on another's lease, with override and a reason, and the action says so. */
class OverrideTest extends LabTest {

  private ClaimAnswer.Item item;

  @BeforeEach
  void leased() {
    lab.enqueue(QUEUE);
    item = lab.claimAndStart(worker, QUEUE);
  }

  @Test
  void an_admin_completes_anothers_lease() {
    overridden(key -> Complete.of(key, item.subjectEuid(), null, item.leaseEuid()));
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("COMPLETED");
  }

  @Test
  void an_admin_fails_anothers_lease() {
    overridden(
        key ->
            Fail.of(
                key,
                item.subjectEuid(),
                null,
                item.leaseEuid(),
                ErrorClass.TRANSIENT_SYSTEM,
                "stuck"));
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
  }

  @Test
  void an_admin_releases_anothers_lease() {
    overridden(
        key -> new Release(Meta.key(key), null, item.leaseEuid(), Expect.NOTHING, false, null));
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("RELEASED");
    assertThat(lab.envelope(item.subjectEuid()).attemptCount()).isZero();
  }

  @Test
  void a_lapsed_lease_is_gone_for_an_admin_too() {
    advance(61);
    var late =
        Altered.with(
            Complete.of(Lab.key(), item.subjectEuid(), null, item.leaseEuid()),
            "override",
            true,
            "reason",
            "please");
    refused(Code.LEASE_EXPIRED, () -> asAdmin(late));
  }

  private <T extends Record & LeaseCommand> void overridden(Function<String, T> command) {
    var plain = Altered.with(command.apply(Lab.key()), "worker_euid", worker);
    refused(Code.NOT_LEASE_OWNER, () -> asAdmin(plain));
    var silent = Altered.with(command.apply(Lab.key()), "override", true);
    refused(Code.VALIDATION_FAILED, "reason", () -> asAdmin(silent));
    var forced =
        Altered.with(command.apply(Lab.key()), "override", true, "reason", "worker is stuck");
    refused(Code.FORBIDDEN, () -> asService(forced));
    asAdmin(forced);
    var action = evidence.lastAction(item.subjectEuid());
    assertThat(action.override()).isTrue();
    assertThat(action.reason()).isEqualTo("worker is stuck");
    assertThat(action.actor()).isEqualTo("ada");
  }
}
