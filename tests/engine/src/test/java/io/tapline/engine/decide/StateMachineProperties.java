package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random lives of one subject on the pure core, under a clock that moves. Each run has new lives; a
 * failure names the seed of its life.
 */
class StateMachineProperties {

  private static final int MOVES = 120;

  private static final int PICKS = 420;

  /** Weighted towards the requests of workers, because most lives would end at once otherwise. */
  private static final List<ModelMove.Kind> KINDS =
      weighted(
          Map.ofEntries(
              Map.entry(ModelMove.Kind.ADVANCE, 4),
              Map.entry(ModelMove.Kind.ENQUEUE, 4),
              Map.entry(ModelMove.Kind.CLAIM, 6),
              Map.entry(ModelMove.Kind.CLAIM_AND_START, 5),
              Map.entry(ModelMove.Kind.START, 3),
              Map.entry(ModelMove.Kind.ROUTE_ON, 2),
              Map.entry(ModelMove.Kind.FAIL, 4),
              Map.entry(ModelMove.Kind.RELEASE, 3),
              Map.entry(ModelMove.Kind.DISPATCH, 3),
              Map.entry(ModelMove.Kind.EXTERNAL_RESULT, 4),
              Map.entry(ModelMove.Kind.HOLD, 2),
              Map.entry(ModelMove.Kind.RELEASE_HOLD, 3),
              Map.entry(ModelMove.Kind.REQUEUE, 3),
              Map.entry(ModelMove.Kind.CANCEL_SOFTLY, 3),
              Map.entry(ModelMove.Kind.EXPIRE, 2),
              Map.entry(ModelMove.Kind.ABANDON, 2)));

  /** Fixed, so that what the generator reaches does not depend on luck. */
  private static final long SEED = 20260105;

  @Test
  void no_sequence_of_commands_leaves_the_table_or_breaks_an_invariant() {
    inEveryLife(250, moves -> live(new ModelInvariants(), moves, false));
    inEveryLife(250, moves -> live(new ModelInvariants(), moves, true));
  }

  @Test
  void a_held_subject_accepts_only_another_hold_its_release_a_cancel_and_an_override() {
    inEveryLife(200, StateMachineProperties::checkHeld);
  }

  private static void checkHeld(List<ModelMove> moves) {
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

  @Test
  void an_ended_lease_and_a_finished_record_never_change_again() {
    inEveryLife(200, StateMachineProperties::checkEnded);
  }

  private static void checkEnded(List<ModelMove> moves) {
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

  @Test
  void a_later_lease_has_a_greater_fencing_token() {
    inEveryLife(200, StateMachineProperties::checkFencingTokens);
  }

  private static void checkFencingTokens(List<ModelMove> moves) {
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
  @Test
  void the_generator_comes_through_every_transition_of_the_table() {
    var watch = new ModelInvariants();
    var random = new Random(SEED);
    for (int i = 0; i < 8_000; i++) {
      var moves = life(random);
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

  private static void inEveryLife(int lives, Consumer<List<ModelMove>> check) {
    long first = new Random().nextLong();
    for (long seed = first; seed != first + lives; seed++) {
      var moves = life(new Random(seed));
      try {
        check.accept(moves);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("in the life of seed " + seed + ": " + moves, e);
      }
    }
  }

  private static List<ModelMove> life(Random random) {
    return Stream.generate(
            () -> new ModelMove(KINDS.get(random.nextInt(KINDS.size())), random.nextInt(PICKS)))
        .limit(1 + random.nextInt(MOVES))
        .toList();
  }

  private static List<ModelMove.Kind> weighted(Map<ModelMove.Kind, Integer> weights) {
    return Arrays.stream(ModelMove.Kind.values())
        .flatMap(kind -> Collections.nCopies(weights.getOrDefault(kind, 1), kind).stream())
        .toList();
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
