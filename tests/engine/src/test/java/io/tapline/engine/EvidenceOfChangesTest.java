package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.request.Claim;
import io.tapline.engine.testing.EveryAction;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.engine.testing.KeptValues;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No action destroys a value of a subject, queue, worker, hold, webhook or any other object. */
class EvidenceOfChangesTest extends InspectedTenantTest {

  @ParameterizedTest
  @EnumSource
  void the_state_before_an_action_can_be_read_from_the_evidence_afterwards(ActionKey action) {
    var ask = new EveryAction(lab).ask(action);
    var values = new KeptValues(test, lab.tenantId());
    var before = values.documents();
    if (ask.command() instanceof Claim claim) {
      lab.engine().claim(ask.caller(), claim);
    } else {
      lab.engine().execute(ask.caller(), ask.command());
    }
    assertThat(values.lostSince(before)).isEmpty();
  }
}
