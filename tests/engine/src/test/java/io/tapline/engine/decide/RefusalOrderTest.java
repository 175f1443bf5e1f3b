package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Renew;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.RequeueBuilder;
import io.tapline.api.request.Start;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.decide.FaultyRequest.Fault;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** With two faults at once, every action reports the one that is checked first. */
class RefusalOrderTest {

  private static final Set<Fault> OF_A_LEASE =
      EnumSet.of(
          Fault.LEASE_UNKNOWN,
          Fault.WORKER_UNKNOWN,
          Fault.ANOTHERS_LEASE,
          Fault.ANOTHERS_WORKER,
          Fault.LEASE_LAPSED,
          Fault.LEASE_EXPIRED,
          Fault.LEASE_ENDED,
          Fault.HELD,
          Fault.TERMINAL,
          Fault.OTHER_REVISION,
          Fault.OTHER_STATE);

  private enum Verb {
    START(plus(OF_A_LEASE, Fault.SUBJECT_UNKNOWN, Fault.NO_SUCH_TRANSITION)),
    COMPLETE(
        plus(OF_A_LEASE, Fault.SUBJECT_UNKNOWN, Fault.OVERRIDE_BY_NO_ADMIN, Fault.QUEUE_UNKNOWN)),
    FAIL(plus(OF_A_LEASE, Fault.SUBJECT_UNKNOWN, Fault.OVERRIDE_BY_NO_ADMIN, Fault.QUEUE_UNKNOWN)),
    RELEASE(plus(OF_A_LEASE, Fault.OVERRIDE_BY_NO_ADMIN, Fault.NO_SUCH_TRANSITION)),
    RENEW(plus(OF_A_LEASE, Fault.NO_SUCH_TRANSITION, Fault.WORKER_DISABLED)),
    PROGRESS(plus(OF_A_LEASE, Fault.SUBJECT_UNKNOWN, Fault.NO_SUCH_TRANSITION)),
    DISPATCH(plus(OF_A_LEASE, Fault.SUBJECT_UNKNOWN, Fault.NO_SUCH_TRANSITION)),
    EXTERNAL_RESULT(
        EnumSet.of(
            Fault.SUBJECT_UNKNOWN,
            Fault.WORKER_UNKNOWN,
            Fault.HELD,
            Fault.TERMINAL,
            Fault.OTHER_REVISION,
            Fault.OTHER_STATE,
            Fault.NO_SUCH_TRANSITION,
            Fault.OTHER_REFERENCE,
            Fault.QUEUE_UNKNOWN,
            Fault.WORKER_DISABLED)),
    HOLD(
        EnumSet.of(
            Fault.SUBJECT_UNKNOWN,
            Fault.TERMINAL,
            Fault.OTHER_REVISION,
            Fault.OTHER_STATE,
            Fault.QUEUE_UNKNOWN)),
    RELEASE_HOLD(EnumSet.of(Fault.OTHER_REVISION, Fault.OTHER_STATE, Fault.NO_SUCH_TRANSITION)),
    REQUEUE(
        EnumSet.of(
            Fault.SUBJECT_UNKNOWN,
            Fault.LEASED,
            Fault.HELD,
            Fault.OTHER_REVISION,
            Fault.OTHER_STATE,
            Fault.NO_SUCH_TRANSITION,
            Fault.QUEUE_UNKNOWN)),
    CANCEL(
        EnumSet.of(Fault.SUBJECT_UNKNOWN, Fault.TERMINAL, Fault.OTHER_REVISION, Fault.OTHER_STATE));

    private final Set<Fault> faults;

    Verb(Set<Fault> faults) {
      this.faults = faults;
    }

    FaultyRequest sound() {
      var faultyRequest =
          switch (this) {
            case START -> new FaultyRequest(ExecutionState.READY, DecisionFixtures.live(3));
            case COMPLETE, FAIL, RELEASE, RENEW, PROGRESS, DISPATCH ->
                new FaultyRequest(ExecutionState.RUNNING, DecisionFixtures.live(3));
            case EXTERNAL_RESULT ->
                new FaultyRequest(
                    ExecutionState.WAITING_EXTERNAL,
                    DecisionFixtures.lease(3, LeaseStatus.COMPLETED, DecisionFixtures.NOW));
            case RELEASE_HOLD -> new FaultyRequest(ExecutionState.HELD, null);
            case HOLD, REQUEUE, CANCEL -> new FaultyRequest(ExecutionState.READY, null);
          };
      // Under a lease or without one, a state that the verb has nothing to do with.
      faultyRequest.wrongState =
          switch (this) {
            case START -> ExecutionState.RUNNING;
            case DISPATCH -> ExecutionState.READY;
            case REQUEUE -> ExecutionState.RUNNING;
            case RELEASE_HOLD -> ExecutionState.READY;
            default -> ExecutionState.PENDING;
          };
      return faultyRequest;
    }

    SubjectCommand command(FaultyRequest t) {
      var meta = DecisionFixtures.meta();
      return switch (this) {
        case START -> new Start(meta, "s", "w", "l", t.expect());
        case COMPLETE ->
            CompleteBuilder.builder()
                .meta(meta)
                .subjectEuid("s")
                .workerEuid("w")
                .leaseEuid("l")
                .expect(t.expect())
                .nextQueueKey(t.queueKey)
                .override(t.override)
                .reason("r")
                .build();
        case FAIL ->
            FailBuilder.builder()
                .meta(meta)
                .subjectEuid("s")
                .workerEuid("w")
                .leaseEuid("l")
                .expect(t.expect())
                .errorClass(ErrorClass.TRANSIENT_SYSTEM)
                .nextQueueKey(t.queueKey)
                .override(t.override)
                .reason("r")
                .build();
        case RELEASE -> new Release(meta, "w", "l", t.expect(), t.override, "r");
        case RENEW -> new Renew(meta, "w", "l", t.expect());
        case PROGRESS -> new ReportProgress(meta, "s", "w", "l", t.expect(), 0.5, null);
        case DISPATCH -> new Dispatch(meta, "s", "w", "l", t.expect(), "ext-1", null, null);
        case EXTERNAL_RESULT ->
            ExternalResultBuilder.builder()
                .meta(meta)
                .subjectEuid("s")
                .expect(t.expect())
                .externalRef(t.reference)
                .outcome(ExecutionState.RUNNING)
                .workerEuid("w")
                .nextQueueKey(t.queueKey)
                .build();
        case HOLD -> new PlaceHold(meta, "s", t.expect(), t.queueKey, "QC", "r");
        case RELEASE_HOLD -> new ReleaseHold(meta, t.expect(), "h", "r");
        case REQUEUE ->
            RequeueBuilder.builder()
                .meta(meta)
                .subjectEuid("s")
                .expect(t.expect())
                .queueKey(t.queueKey)
                .reason("r")
                .build();
        case CANCEL -> new Cancel(meta, "s", t.expect(), false, "r");
      };
    }

    private static Set<Fault> plus(Set<Fault> faults, Fault... more) {
      var all = EnumSet.copyOf(faults);
      all.addAll(Arrays.asList(more));
      return all;
    }
  }

  static Stream<Arguments> single() {
    return Arrays.stream(Verb.values())
        .flatMap(verb -> verb.faults.stream().map(fault -> arguments(verb, fault)));
  }

  static Stream<Arguments> pairs() {
    return Arrays.stream(Verb.values())
        .flatMap(
            verb ->
                verb.faults.stream()
                    .flatMap(
                        first ->
                            verb.faults.stream()
                                .filter(first::goesWith)
                                .map(second -> arguments(verb, first, second))));
  }

  @ParameterizedTest
  @EnumSource(Verb.class)
  void a_request_without_fault_is_carried_out(Verb verb) {
    var faultyRequest = verb.sound();
    assertThat(ActionTable.decide(faultyRequest.situation(), verb.command(faultyRequest)))
        .isInstanceOf(SubjectChange.class);
  }

  @ParameterizedTest
  @MethodSource("single")
  void each_fault_has_its_code(Verb verb, Fault fault) {
    var faultyRequest = verb.sound();
    faultyRequest.put(fault);
    assertThat(refusal(verb, faultyRequest)).isEqualTo(fault.code.name());
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void of_two_faults_the_earlier_is_reported(Verb verb, Fault first, Fault second) {
    var faultyRequest = verb.sound();
    // The later one first: a fault that takes an object away must not be undone.
    faultyRequest.put(second);
    faultyRequest.put(first);
    assertThat(refusal(verb, faultyRequest)).isEqualTo(first.code.name());
  }

  private static String refusal(Verb verb, FaultyRequest faultyRequest) {
    var decision = ActionTable.decide(faultyRequest.situation(), verb.command(faultyRequest));
    return decision instanceof RefusedDecision refused
        ? refused.refusal().code().name()
        : "carried out";
  }
}
