package io.tapline.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.chaos.FaultKind.Lane;
import io.tapline.bench.chaos.FaultPlan.Fault;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultPlanTest {

  private static final EnumSet<FaultKind> ALL = EnumSet.allOf(FaultKind.class);

  @ParameterizedTest
  @EnumSource(Lane.class)
  void the_same_seed_gives_the_same_faults(Lane lane) {
    assertThat(faults(7, lane, 100)).isEqualTo(faults(7, lane, 100));
    assertThat(faults(7, lane, 100)).isNotEqualTo(faults(8, lane, 100));
  }

  @ParameterizedTest
  @EnumSource(Lane.class)
  void every_kind_of_a_lane_comes_once_before_any_comes_twice(Lane lane) {
    var kinds = ALL.stream().filter(kind -> kind.lane() == lane).toList();

    assertThat(faults(1, lane, kinds.size()))
        .extracting(Fault::kind)
        .containsExactlyInAnyOrderElementsOf(kinds);
  }

  @ParameterizedTest
  @EnumSource(Lane.class)
  void a_plan_for_once_is_empty_when_every_kind_has_come(Lane lane) {
    var kinds = ALL.stream().filter(kind -> kind.lane() == lane).toList();
    var plan = new FaultPlan(1, lane, ALL, true);

    for (int given = 0; given < kinds.size(); given++) {
      assertThat(plan.isEmpty()).isFalse();
      assertThat(plan.next().millis()).isLessThan(2_000);
    }

    assertThat(plan.isEmpty()).isTrue();
  }

  @Test
  void there_are_at_least_twelve_kinds() {
    assertThat(ALL).hasSizeGreaterThanOrEqualTo(12);
  }

  private static List<Fault> faults(long seed, Lane lane, int count) {
    var plan = new FaultPlan(seed, lane, ALL, false);
    return Stream.generate(plan::next).limit(count).toList();
  }
}
