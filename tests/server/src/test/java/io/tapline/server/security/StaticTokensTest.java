package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.Role;
import io.tapline.tapdb.Json;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The principal of a configured token. */
class StaticTokensTest {

  private static final String TEXT = "a-token-that-nobody-named";

  private static StaticTokens tokens(String list, int installation) {
    var secret = new byte[32];
    secret[0] = (byte) installation;
    return new StaticTokens(StaticToken.parse(list), Map.of("acme", 1L, "other", 2L), secret);
  }

  private static String actor(String list, String token, int installation) {
    return tokens(list, installation).find(token).orElseThrow().caller().principal();
  }

  @Test
  void the_name_is_the_actor_and_the_rest_is_the_token() {
    var parsed = StaticToken.parse("ada@lab.org:a:b=c=acme/admin+operator").get(0);
    assertThat(parsed)
        .isEqualTo(
            new StaticToken("ada@lab.org", "a:b=c", "acme", Set.of(Role.ADMIN, Role.OPERATOR)));
    assertThat(actor("ada:SECRET=acme/admin", "SECRET", 1)).isEqualTo("ada");
    assertThat(tokens("ada:SECRET=acme/admin", 1).find("ada:SECRET")).isEmpty();
    assertThat(parsed.toString()).doesNotContain("a:b=c");
  }

  @Test
  void one_without_a_name_has_one_that_cannot_be_made_from_the_token_alone() {
    var list = TEXT + "=acme/admin";
    var name = actor(list, TEXT, 1);
    assertThat(name).matches("token-[0-9a-f]{12}").isEqualTo(actor(list, TEXT, 1));
    assertThat(name).isNotEqualTo(actor(list, TEXT, 2));
    // Anyone could try a dictionary against a plain digest.
    assertThat(Json.sha256(TEXT)).doesNotContain(name.substring("token-".length()));
  }

  @Test
  void one_name_may_stand_in_two_tenants() {
    var both = tokens("ada:SECRET-1=acme/admin;ada:SECRET-2=other/operator", 1);
    assertThat(both.find("SECRET-1").orElseThrow().caller().tenantId()).isEqualTo(1);
    assertThat(both.find("SECRET-2").orElseThrow().caller().tenantId()).isEqualTo(2);
    var there = both.find("SECRET-2").orElseThrow();
    assertThat(both.stillThere(2, "ada", both.print(there))).contains(there);
    assertThat(both.stillThere(1, "ada", both.print(there))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada:SECRET-1=acme/admin;ada:SECRET-2=acme/operator",
        "ada:SECRET-1=acme/admin;bob:SECRET-1=other/operator",
        "token-0123456789ab:SECRET-1=acme/admin",
        ":SECRET-1=acme/admin",
        "a b:SECRET-1=acme/admin",
        "ada:=acme/admin",
        "ada:S=acme/admin"
      })
  void a_name_that_is_none_or_stands_twice_is_refused_without_showing_the_token(String list) {
    assertThatThrownBy(() -> StaticToken.parse(list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TAPLINE_TOKENS")
        .hasMessageNotContaining("SECRET");
  }
}
