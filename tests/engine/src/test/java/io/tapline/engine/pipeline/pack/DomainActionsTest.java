package io.tapline.engine.pipeline.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.engine.testing.MinimalPack;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A name stands for one action, whichever pack brings it. */
class DomainActionsTest {

  @Test
  void two_packs_do_not_share_a_name() {
    var twice = List.of(new MinimalPack("make_part"), new MinimalPack("make_part"));
    assertThatThrownBy(() -> new DomainActions(List.copyOf(twice)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("make_part");
  }

  @Test
  void nobody_takes_a_name_of_the_engines_own() {
    assertThatThrownBy(() -> new DomainActions(List.of(new MinimalPack("claim_queue_item"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("claim_queue_item");
  }

  @Test
  void a_name_is_fit_for_a_path() {
    assertThatThrownBy(() -> new DomainActions(List.of(new MinimalPack("Make Part"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new DomainActions(List.of(new MinimalPack("make_part"))).all()).hasSize(2);
  }
}
