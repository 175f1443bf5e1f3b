package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Random lives of one subject on the pure core, under a clock that moves. */
class StateMachineProperties {

  private static final int MOVES = 120;

  /** Fixed, so that what the generator reaches does not depend on luck. */
  private static final long SEED = 20260105;

  @Property(tries = 500)
  void no_sequence_of_commands_leaves_the_table_or_breaks_an_invariant(
      @ForAll("lives") List<ModelMove> moves, @ForAll boolean prepared) {
    live(new ModelInvariants(), moves, prepared);
  }

  @Property(tries = 200)
  void a_held_subject_accepts_only_another_hold_its_release_a_cancel_and_an_override(
      @ForAll("lives") List<ModelMove> moves) {
    var model = new ModelInvariants().fresh();
    for (var move : moves) {
      boolean held = model.envelope != null && model.envelope.state() == ExecutionState.HELD;
      var decision = made(move, model);
      if (held && decision instanceof SubjectChange change && change.changesEnvelope()) {
        assertThat(move.kind())
            .isIn(
                ModelMove.Kind.HOLD,
                ModelMove.Kind.RELEASE_HOLD,
                ModelMove.Kind.CANCEL,
                ModelMove.Kind.CANCEL_SOFTLY,
                ModelMove.Kind.REQUEUE_BY_FORCE);
      }
    }
  }

  @Property(tries = 200)
  void an_ended_lease_and_a_finished_record_never_change_again(
      @ForAll("lives") List<ModelMove> moves) {
    var model = new ModelInvariants().fresh();
    for (var move : moves) {
      var ended =
          model.leases.values().stream()
              .filter(lease -> lease.terms().status() != LeaseStatus.ACTIVE)
              .toList();
      var finished = ended.stream().map(lease -> model.recordsByLease.get(lease.uid())).toList();
      made(move, model);
      assertThat(model.leases.values()).containsAll(ended);
      assertThat(model.recordsByLease.values()).containsAll(finished);
    }
  }

  @Property(tries = 200)
  void a_later_lease_has_a_greater_fencing_token(@ForAll("lives") List<ModelMove> moves) {
    var model = new ModelInvariants().fresh();
    long greatest = 0;
    for (var move : moves) {
      int before = model.leases.size();
      made(move, model);
      if (model.leases.size() > before) {
        assertThat(model.newest().fencingToken()).isGreaterThan(greatest);
        greatest = model.newest().fencingToken();
      }
    }
  }

  /** A property proves nothing of a transition that no life comes through. */
  @Example
  void the_generator_comes_through_every_transition_of_the_table() {
    var watch = new ModelInvariants();
    var random = new Random(SEED);
    var lives = lives().generator(1_000);
    for (int i = 0; i < 8_000; i++) {
      var moves = lives.next(random).value();
      if (i % 4 == 3) {
        waitingLife(watch, moves);
      } else {
        live(watch, moves, i % 2 == 0);
      }
    }
    var missed = new HashSet<>(Transitions.all());
    missed.removeAll(watch.seen);
    assertThat(missed).isEmpty();
  }

  @Provide
  Arbitrary<List<ModelMove>> lives() {
    // Weighted towards what workers do, or most lives would end at once.
    var kind =
        Arbitraries.frequency(
            Tuple.of(4, ModelMove.Kind.ADVANCE),
            Tuple.of(4, ModelMove.Kind.ENQUEUE),
            Tuple.of(6, ModelMove.Kind.CLAIM),
            Tuple.of(5, ModelMove.Kind.CLAIM_AND_START),
            Tuple.of(3, ModelMove.Kind.START),
            Tuple.of(1, ModelMove.Kind.COMPLETE),
            Tuple.of(2, ModelMove.Kind.ROUTE_ON),
            Tuple.of(4, ModelMove.Kind.FAIL),
            Tuple.of(3, ModelMove.Kind.RELEASE),
            Tuple.of(1, ModelMove.Kind.RENEW),
            Tuple.of(1, ModelMove.Kind.PROGRESS),
            Tuple.of(1, ModelMove.Kind.OVERDUE),
            Tuple.of(1, ModelMove.Kind.DEAD_LETTER),
            Tuple.of(1, ModelMove.Kind.SETTLE),
            Tuple.of(1, ModelMove.Kind.CLEAN),
            Tuple.of(1, ModelMove.Kind.COMPENSATE),
            Tuple.of(3, ModelMove.Kind.DISPATCH),
            Tuple.of(4, ModelMove.Kind.EXTERNAL_RESULT),
            Tuple.of(2, ModelMove.Kind.HOLD),
            Tuple.of(3, ModelMove.Kind.RELEASE_HOLD),
            Tuple.of(3, ModelMove.Kind.REQUEUE),
            Tuple.of(1, ModelMove.Kind.REQUEUE_BY_FORCE),
            Tuple.of(3, ModelMove.Kind.CANCEL_SOFTLY),
            Tuple.of(1, ModelMove.Kind.CANCEL),
            Tuple.of(2, ModelMove.Kind.EXPIRE),
            Tuple.of(2, ModelMove.Kind.ABANDON),
            Tuple.of(1, ModelMove.Kind.RESOLVE));
    var pick = Arbitraries.integers().between(0, 419).withoutEdgeCases();
    return Combinators.combine(kind, pick)
        .as(ModelMove::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(MOVES)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  private static void live(ModelInvariants watch, List<ModelMove> moves, boolean prepared) {
    var model = watch.fresh();
    if (prepared) {
      model.prepare();
    }
    moves.forEach(move -> made(move, model));
  }

  /** It begins as a job that waits for others. */
  private static void waitingLife(ModelInvariants watch, List<ModelMove> moves) {
    var model = watch.fresh();
    model.enqueueToWait();
    moves.forEach(move -> made(move, model));
  }

  /** Before the subject exists there is nothing to do but to make it. */
  private static Decision made(ModelMove move, SubjectModel model) {
    boolean unborn = model.envelope == null;
    return unborn && move.kind() != ModelMove.Kind.ADVANCE && move.kind() != ModelMove.Kind.SETTLE
        ? new ModelMove(ModelMove.Kind.ENQUEUE, move.pick()).on(model)
        : move.on(model);
  }
}
