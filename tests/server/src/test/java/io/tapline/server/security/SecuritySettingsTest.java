package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong setting is refused with the name of its variable. */
class SecuritySettingsTest {

  private static SecuritySettings read(String... namesAndValues) {
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      variables.put("TAPLINE_" + namesAndValues[i], namesAndValues[i + 1]);
    }
    return SecuritySettings.read(variables::get);
  }

  @Test
  void nothing_set_is_nobody_believed() {
    assertThat(read()).isEqualTo(SecuritySettings.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "PUBLIC_URL, tapline.example.com",
    "PUBLIC_URL, https://a b",
    "TRUSTED_PROXIES, everyone",
    "TRUSTED_PROXIES, 10.0.0.0/99",
    "FAILED_LOGINS_PER_MINUTE, 0",
    "FAILED_LOGINS_PER_MINUTE, many",
    "OIDC_ISSUER, http://id.example",
    "OIDC_JWKS_URI, http://id.example/keys",
    "OIDC_ROLES, heads",
    "OIDC_ROLES, heads=king",
    "OIDC_TENANTS, acme",
    "OIDC_CLIENT_SECRET, of-no-client",
    "OIDC_SCOPE, profile",
    "OIDC_CLOCK_SKEW_SECONDS, -1",
    "OIDC_CLOCK_SKEW_SECONDS, 601",
  })
  void a_value_that_cannot_be(String name, String value) {
    var variables =
        new HashMap<>(
            Map.of(
                "TAPLINE_OIDC_ISSUER", "https://id.example",
                "TAPLINE_OIDC_AUDIENCE", "tapline",
                "TAPLINE_OIDC_TENANT", "acme"));
    SecuritySettings.read(variables::get);
    variables.put("TAPLINE_" + name, value);
    assertThatThrownBy(() -> SecuritySettings.read(variables::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("TAPLINE_" + name + " ");
  }

  @Test
  void an_issuer_without_an_audience_or_a_tenant() {
    assertThatThrownBy(() -> read("OIDC_ISSUER", "https://id.example", "OIDC_TENANT", "acme"))
        .hasMessageContaining("TAPLINE_OIDC_AUDIENCE");
    assertThatThrownBy(() -> read("OIDC_ISSUER", "https://id.example", "OIDC_AUDIENCE", "t"))
        .hasMessageContaining("TAPLINE_OIDC_TENANT");
  }

  @Test
  void tokens_are_meant_for_the_client_unless_somebody_says_otherwise() {
    var issuer = new String[] {"OIDC_ISSUER", "https://id.example", "OIDC_TENANT", "acme"};
    var pages = List.of("OIDC_CLIENT_ID", "pages");
    assertThat(read(both(issuer, pages)).oidc().audience()).containsExactly("pages");
    var more = List.of("OIDC_CLIENT_ID", "pages", "OIDC_AUDIENCE", "api, other");
    assertThat(read(both(issuer, more)).oidc().audience()).containsExactly("api", "other");
  }

  private static String[] both(String[] some, List<String> more) {
    return Stream.concat(Stream.of(some), more.stream()).toArray(String[]::new);
  }
}
