package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.decide.LeaseProtocol.World;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** Every order of events of a small world, looked at one by one. */
class LeaseProtocolModelTest {

  /** One worker that forgets its first lease and gets a second; two workers, each with a lease. */
  private static final List<World> SMALL =
      List.of(new World(2, 0, 1, 1, 3), new World(1, 1, 1, 0, 3));

  private static final World LARGE = new World(1, 1, 2, 1, 3);

  static Stream<World> small() {
    return SMALL.stream();
  }

  @ParameterizedTest
  @MethodSource("small")
  void no_order_of_events_breaks_the_lease_protocol(World world) {
    var protocol = new LeaseProtocol(world, ProtocolVariant.RIGHT);

    assertThat(protocol.explore()).isNull();
    // A model that goes nowhere finds nothing either.
    assertThat(protocol.states()).isGreaterThan(10_000);
  }

  @Test
  @Tag("soak")
  void no_order_of_events_of_a_larger_world_breaks_it() {
    assertThat(new LeaseProtocol(LARGE, ProtocolVariant.RIGHT).explore()).isNull();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "RIGHT")
  void a_protocol_with_one_rule_left_out_is_found_to_be_broken(ProtocolVariant variant) {
    var found =
        SMALL.stream()
            .map(world -> new LeaseProtocol(world, variant).explore())
            .filter(Objects::nonNull)
            .findFirst();

    assertThat(found).as("nothing tells it from the right one").isPresent();
  }
}
