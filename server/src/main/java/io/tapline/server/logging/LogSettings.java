package io.tapline.server.logging;

import ch.qos.logback.classic.LoggerContext;
import io.tapline.server.base.StartupRefused;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings of the log. They must be set before the first line is written. */
public final class LogSettings {

  public static final String FORMAT = "TAPLINE_LOG_FORMAT";

  /**
   * The level from which actions are logged: {@code info} writes a line for each action, {@code
   * warn} only for actions that were refused for missing permission.
   */
  public static final String ACTIONS = "TAPLINE_LOG_ACTIONS";

  private static final List<String> FORMATS = List.of("text", "json");
  private static final List<String> LEVELS = List.of("info", "debug", "warn", "off");

  private LogSettings() {}

  /**
   * Sets the values as system properties, which logback.xml reads first.
   *
   * @param format null for the default
   * @param actions null for the default
   * @param demo whether the work is simulated: log lines of its actions would scroll the login link
   *     away
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

  /** Writes the buffered lines; nothing is logged afterwards. */
  public static void end() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext log) {
      end(log);
    }
  }

  /**
   * The context is not stopped: a stopped context has level debug, at which Spring reads the
   * parameters of each request, and Tomcat refuses some of them before the router of the request
   * runs.
   */
  static void end(LoggerContext log) {
    log.getLogger(Logger.ROOT_LOGGER_NAME).detachAndStopAllAppenders();
  }
}
