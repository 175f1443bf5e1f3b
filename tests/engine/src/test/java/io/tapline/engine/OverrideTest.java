package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.Release;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An admin may act on another's lease, with override and a reason, and the action says so. */
class OverrideTest extends InspectedTenantTest {

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
        key ->
            new Release(
                RequestMeta.key(key),
                null,
                item.leaseEuid(),
                StatePrecondition.NOTHING,
                false,
                null));
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("RELEASED");
    assertThat(lab.envelope(item.subjectEuid()).attemptCount()).isZero();
  }

  @Test
  void a_lapsed_lease_is_gone_for_an_admin_too() {
    advance(61);
    var late =
        AlteredRecord.with(
            Complete.of(InspectedTenant.key(), item.subjectEuid(), null, item.leaseEuid()),
            "override",
            true,
            "reason",
            "please");
    refused(Code.LEASE_EXPIRED, () -> asAdmin(late));
  }

  private <T extends Record & LeaseCommand> void overridden(Function<String, T> command) {
    var plain = AlteredRecord.with(command.apply(InspectedTenant.key()), "worker_euid", worker);
    refused(Code.NOT_LEASE_OWNER, () -> asAdmin(plain));
    var silent = AlteredRecord.with(command.apply(InspectedTenant.key()), "override", true);
    refused(Code.VALIDATION_FAILED, "reason", () -> asAdmin(silent));
    var forced =
        AlteredRecord.with(
            command.apply(InspectedTenant.key()), "override", true, "reason", "worker is stuck");
    refused(Code.FORBIDDEN, () -> asService(forced));
    asAdmin(forced);
    var action = evidence.lastAction(item.subjectEuid());
    assertThat(action.override()).isTrue();
    assertThat(action.reason()).isEqualTo("worker is stuck");
    assertThat(action.actor()).isEqualTo("ada");
  }
}
