package io.tapline.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.Command;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.RefusedException;
import io.tapline.testkit.engine.EngineTest;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * One tenant with one queue and one worker per test, on the engine that the classes of a JVM share.
 * Every principal has acted before the test begins, so that a checksum sees only what the test
 * does. A class has a database of its own if it checks plans, compares the clock of the database
 * with the machine's, or creates tables.
 */
@EngineTest
public abstract class InspectedTenantTest {

  protected static final String QUEUE = InspectedTenant.QUEUE;

  protected static ScratchEngine test;
  protected InspectedTenant lab;
  protected EvidenceRows evidence;
  protected String worker;

  @BeforeAll
  static void open(ScratchEngine engine) {
    test = engine;
  }

  @BeforeEach
  void fresh() {
    lab = InspectedTenant.in(test).queue(QUEUE).queue("elsewhere");
    evidence = new EvidenceRows(test, lab.tenantId());
    worker = lab.worker("w1");
    lab.enqueue("elsewhere");
  }

  protected static void advance(long seconds) {
    test.advance(Duration.ofSeconds(seconds));
  }

  protected ActionAnswer asOperator(Command command) {
    return lab.engine().execute(lab.operator, command);
  }

  protected ActionAnswer asAdmin(Command command) {
    return lab.engine().execute(lab.admin, command);
  }

  protected ActionAnswer asService(Command command) {
    return lab.engine().execute(lab.service, command);
  }

  /** The call is refused with this code, and not one row has changed. */
  protected Refusal refused(Code code, ThrowingCallable call) {
    var before = evidence.checksum();
    var refusal = refusal(call);
    assertThat(refusal.code()).as(refusal.message()).isEqualTo(code);
    assertThat(evidence.checksum()).isEqualTo(before);
    return refusal;
  }

  protected static Refusal refusal(ThrowingCallable call) {
    var thrown = catchThrowableOfType(RefusedException.class, call);
    assertThat(thrown).as("a refusal").isNotNull();
    return thrown.refusal();
  }

  /** Also checks the field of the refusal. */
  protected void refused(Code code, String field, ThrowingCallable call) {
    assertThat(refused(code, call).field()).isEqualTo(field);
  }
}
