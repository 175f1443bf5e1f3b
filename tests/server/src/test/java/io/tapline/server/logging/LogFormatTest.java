package io.tapline.server.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.StatusUtil;
import io.tapline.server.base.LifecycleLogger;
import io.tapline.server.base.StartupRefused;
import io.tapline.tapdb.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The log as it is configured for a server, in both of its formats. */
class LogFormatTest {

  private static final String NASTY = "a\nERROR fake: x y=\"z\"";

  /** Line ends for some readers, and the begin of an escape sequence for some terminals. */
  private static final String CONTROLS = "b\u0085\u2028\u2029\u009b\u007f";

  @AfterEach
  void forget() {
    System.clearProperty(LogSettings.FORMAT);
    System.clearProperty(LogSettings.ACTIONS);
  }

  /** The output of a server with these settings. */
  private static String logged(String format, String actions) throws JoranException {
    return logged(format, actions, false);
  }

  private static String logged(String format, String actions, boolean demo) throws JoranException {
    LogSettings.apply(format, actions, demo);
    var written = new ByteArrayOutputStream();
    var usual = System.err;
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      var context = configured();
      var log = context.getLogger(ActionLog.LOGGER);
      log.atInfo().addKeyValue("queue_key", NASTY).addKeyValue("code", (Object) null).log("action");
      log.atDebug().log("idle");
      log.atWarn().addKeyValue("name", "").addKeyValue("at", "a/B-9_z:@+.").log("forbid\nden");
      log.atWarn().addKeyValue("key", CONTROLS).log("seen " + CONTROLS);
      context.getLogger("some.other").error("broken", new IllegalStateException("cause"));
      // A warning of Logback's would be printed at every start.
      assertThat(new StatusUtil(context).isWarningOrErrorFree(0)).isTrue();
      LogSettings.end(context);
    } finally {
      System.setErr(usual);
    }
    return written.toString(StandardCharsets.UTF_8);
  }

  private static LoggerContext configured() throws JoranException {
    var context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LogFormatTest.class.getResource("/logback.xml"));
    return context;
  }

  @Test
  void the_return_of_the_database_is_logged_by_default() throws JoranException {
    var context = configured();
    assertThat(context.getLogger(LifecycleLogger.NAME).isInfoEnabled()).isTrue();
    assertThat(context.getLogger("io.tapline.server").isInfoEnabled()).isFalse();
    context.stop();
  }

  @Test
  void the_end_of_the_log_leaves_its_levels() throws JoranException {
    var context = configured();
    LogSettings.end(context);
    assertThat(context.getLogger("org.springframework").isInfoEnabled()).isFalse();
    assertThat(context.getLogger(LifecycleLogger.NAME).isInfoEnabled()).isTrue();
  }

  @Test
  void json_is_one_object_a_line() throws JoranException {
    var lines = logged("json", null).lines().map(Json::parse).toList();
    assertThat(lines).hasSize(4);
    assertThat(logged("json", null))
        .doesNotContain(CONTROLS.substring(1).split(""))
        .contains("b\\u0085\\u2028\\u2029\\u009b\\u007f");
    assertThat(lines.get(2).path("key").asString()).isEqualTo(CONTROLS);
    assertThat(lines.get(0).path("queue_key").asString()).isEqualTo(NASTY);
    assertThat(lines.get(0).path("code").isNull()).isTrue();
    assertThat(lines.get(0).path("level").asString()).isEqualTo("INFO");
    assertThat(lines.get(0).path("time").asString()).endsWith("Z");
    assertThat(lines.get(3).path("exception").asString()).contains("IllegalStateException: cause");
  }

  @Test
  void text_is_a_line_that_nobody_breaks_out_of() throws JoranException {
    var lines = logged(null, "info").lines().toList();
    assertThat(lines.get(0))
        .matches("[-0-9]{10}T[:0-9]{8}\\.[0-9]{3}Z INFO  action: action .*")
        .contains("queue_key=\"a\\nERROR fake: x y=\\\"z\\\"\"")
        .endsWith("code=-");
    assertThat(lines.get(1)).contains(" WARN  action: forbid den name=\"\" at=a/B-9_z:@+.");
    assertThat(lines.get(2))
        .contains("action: seen b      key=\"b\\u0085\\u2028\\u2029\\u009b\\u007f\"");
    assertThat(lines.get(3)).contains("ERROR other: broken");
    assertThat(lines.get(4)).contains("IllegalStateException: cause");
  }

  @Test
  void actions_are_logged_from_the_level_that_is_asked_for() throws JoranException {
    assertThat(logged("text", "debug")).contains("idle");
    assertThat(logged("text", "info")).contains("action: action").doesNotContain("idle");
    assertThat(logged("text", "warn")).contains("forbid den").doesNotContain("action: action");
    assertThat(logged("text", "off")).contains("broken").doesNotContain("forbid");
  }

  @Test
  void every_action_is_logged_by_default_in_both_formats() throws JoranException {
    assertThat(logged("json", null)).contains("\"action\"");
    assertThat(logged(null, null)).contains("forbid den").contains("action: action");
    assertThat(logged("json", "warn")).doesNotContain("\"message\":\"action\"");
  }

  @Test
  void actions_of_the_demo_are_logged_only_when_that_is_asked_for() throws JoranException {
    assertThat(logged(null, null, true)).contains("forbid den").doesNotContain("action: action");
    assertThat(logged(null, "info", true)).contains("action: action");
  }

  @Test
  void what_is_no_format_is_refused_by_name() {
    assertThatThrownBy(() -> LogSettings.apply("xml", null, false))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining("TAPLINE_LOG_FORMAT")
        .hasMessageContaining("text, json");
    assertThatThrownBy(() -> LogSettings.apply(null, "loud", false))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining("TAPLINE_LOG_ACTIONS");
  }
}
