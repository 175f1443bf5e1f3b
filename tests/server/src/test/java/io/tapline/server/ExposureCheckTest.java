package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.security.SecuritySettings;
import io.tapline.server.security.StaticToken;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Which tokens are enough for whom: those beyond the own machine get none that can be guessed. */
class ExposureCheckTest {

  private static final String WEAK = "only-19-characters-";
  private static final String STRONG = "with-20-characters--";

  private static ServerSettings settings(String host, String tokens) {
    return ServerSettingsBuilder.builder()
        .host(host)
        .data(Path.of("unused"))
        .tokens(StaticToken.parse(tokens))
        .sweepEvery(ServerSettings.DEFAULT_SWEEP)
        .connections(1)
        .security(SecuritySettings.DEFAULT)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.7"})
  void beyond_loopback_a_short_token_is_refused_with_what_to_do(String host) {
    var tokens = STRONG + "=acme/admin;ada:" + WEAK + "=acme/admin";
    assertThatThrownBy(() -> Server.start(settings(host, tokens)))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining("TAPLINE_TOKENS")
        .hasMessageContaining("[2]")
        .hasMessageContaining("fewer than 20 characters")
        .hasMessageContaining("/dev/urandom")
        .hasMessageNotContaining(WEAK);
    assertThatCode(() -> ExposureCheck.require(settings(host, STRONG + "=acme/admin")))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "::1"})
  void on_loopback_it_is_warned_about(String host) {
    var log = new ListAppender<ILoggingEvent>();
    var logger = (Logger) LoggerFactory.getLogger(ExposureCheck.class);
    log.start();
    logger.addAppender(log);
    try {
      ExposureCheck.require(settings(host, STRONG + "=acme/admin"));
      assertThat(log.list).isEmpty();
      ExposureCheck.require(settings(host, WEAK + "=acme/admin"));
      assertThat(log.list).hasSize(1);
      assertThat(log.list.get(0).getFormattedMessage())
          .contains("[1]", "can be guessed")
          .doesNotContain(WEAK);
    } finally {
      logger.detachAppender(log);
    }
  }

  @Test
  void beyond_loopback_people_sign_in_only_at_a_known_public_url() {
    var oidc =
        Map.of(
            "TAPLINE_OIDC_ISSUER", "https://id.example",
            "TAPLINE_OIDC_TENANT", "acme",
            "TAPLINE_OIDC_CLIENT_ID", "pages");
    var open =
        ServerSettingsBuilder.builder(settings("0.0.0.0", STRONG + "=acme/admin"))
            .security(SecuritySettings.read(oidc::get))
            .build();
    assertThatThrownBy(() -> ExposureCheck.require(open))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining("TAPLINE_PUBLIC_URL");
    var known = new HashMap<>(oidc);
    known.put("TAPLINE_PUBLIC_URL", "https://tapline.example");
    ExposureCheck.require(
        ServerSettingsBuilder.builder(open).security(SecuritySettings.read(known::get)).build());
  }

  @Test
  void the_way_to_draw_one_that_is_shown_gives_one_that_is_long_enough() throws Exception {
    var shell = new ProcessBuilder("bash", "-c", StaticToken.DRAW_ONE).start();
    var drawn = new String(shell.getInputStream().readAllBytes());
    assertThat(shell.waitFor()).isZero();
    assertThat(drawn).matches("[0-9a-f]{48}");
  }
}
