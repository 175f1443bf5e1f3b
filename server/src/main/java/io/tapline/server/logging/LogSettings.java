package io.tapline.server.logging;

import ch.qos.logback.classic.LoggerContext;
import io.tapline.server.base.StartupRefused;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the log looks; to be set before the first line is written. */
public final class LogSettings {

  public static final String FORMAT = "TAPLINE_LOG_FORMAT";

  /**
   * From which level on actions are logged: {@code info} writes a line for each, {@code warn} only
   * for those that were refused for want of permission.
   */
  public static final String ACTIONS = "TAPLINE_LOG_ACTIONS";

  private static final List<String> FORMATS = List.of("text", "json");
  private static final List<String> LEVELS = List.of("info", "debug", "warn", "off");

  private LogSettings() {}

  /**
   * As system properties, where logback.xml looks first.
   *
   * @param format null for the usual
   * @param actions null for the usual
   * @param demo whether the work is simulated: its actions would scroll the login link away
   */
  public static void apply(String format, String actions, boolean demo) {
    set(FORMAT, format, FORMATS, "text");
    set(ACTIONS, actions, LEVELS, demo ? "warn" : "info");
  }

  private static void set(String name, String value, List<String> known, String usual) {
    if (value != null && !known.contains(value)) {
      throw new StartupRefused(
          name + ": '" + value + "' is not one of " + String.join(", ", known));
    }
    System.setProperty(name, value == null ? usual : value);
  }

  /** The waiting lines are written; nothing is logged after it. */
  public static void end() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext log) {
      end(log);
    }
  }

  /**
   * The levels stay: a stopped context is at level debug, where Spring reads the parameters of each
   * request, and Tomcat refuses some of them before their router does.
   */
  static void end(LoggerContext log) {
    log.getLogger(Logger.ROOT_LOGGER_NAME).detachAndStopAllAppenders();
  }
}
