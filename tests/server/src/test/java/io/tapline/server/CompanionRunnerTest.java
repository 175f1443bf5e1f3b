package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.server.base.StartupRefused;
import io.tapline.tapdb.Tenant;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The companions of a server, and their addresses. */
class CompanionRunnerTest {

  private static final class Cat implements Companion {
    @Override
    public String name() {
      return "cat";
    }

    @Override
    public String tenant() {
      return "basket";
    }

    @Override
    public String title() {
      return "The cat's own";
    }

    @Override
    public String notice() {
      return "There is a cat.";
    }

    @Override
    public List<String> packs() {
      return List.of("wetlab");
    }

    @Override
    public Running start(URI server, String adminToken, double speed) {
      return () -> {};
    }
  }

  private final CompanionRunner cat = CompanionRunner.of(new Cat(), 1);

  private static Tenant tenant(String key, String title) {
    return new Tenant(1, "Z-TN-1", key, title, "ACTIVE");
  }

  private static final Tenant BASKET = tenant("basket", "The cat's own");
  private static final Tenant ACME = tenant("acme", "Acme Labs");

  private void moves(List<Tenant> there, String... named) {
    cat.requireOwnDatabase(there, Set.of(named));
  }

  @Test
  void it_moves_into_an_empty_database_and_into_its_own() {
    assertThatCode(() -> moves(List.of())).doesNotThrowAnyException();
    assertThatCode(() -> moves(List.of(), "acme")).doesNotThrowAnyException();
    assertThatCode(() -> moves(List.of(BASKET))).doesNotThrowAnyException();
  }

  @Test
  void those_who_came_with_it_and_are_named_again_may_be_there() {
    assertThatCode(() -> moves(List.of(BASKET, ACME), "acme")).doesNotThrowAnyException();
    refused("[acme]", List.of(BASKET, ACME), "other");
  }

  @Test
  void it_never_moves_in_with_others() {
    refused("[acme]", List.of(ACME));
    refused("[acme]", List.of(ACME), "acme");
    refused("[basket]", List.of(tenant("basket", "Baskets Ltd.")));
    refused("[basket]", List.of(tenant("basket", "Baskets Ltd.")), "basket");
  }

  private void refused(String whom, List<Tenant> there, String... named) {
    assertThatThrownBy(() -> moves(there, named))
        .isInstanceOf(StartupRefused.class)
        .hasMessageStartingWith("--cat ")
        .hasMessageContaining(whom);
  }

  @Test
  void it_says_what_it_needs() {
    assertThat(cat.packs(List.of("compute"))).containsExactly("compute", "wetlab");
    assertThat(CompanionRunner.none().packs(List.of("compute"))).containsExactly("compute");
    assertThatThrownBy(() -> CompanionRunner.of("demo", 1))
        .as("the server alone has no demo")
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining("tapline-demo");
    assertThatThrownBy(() -> CompanionRunner.of("demo", 0))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining("--demo-speed");
  }
}
