package io.tapline.server.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TimeText;

/**
 * A log line for people: time, level, logger, message, {@code key=value}. Text of clients can
 * neither end the line nor imitate another field.
 */
final class TextLines extends LayoutBase<ILoggingEvent> {

  /** Length of a time with milliseconds. */
  private static final int MILLIS = "2026-01-05T12:00:00.000".length();

  private static final int LEVEL_WIDTH = 5;
  private static final int USUAL_LENGTH = 512;

  private final ThrowableProxyConverter traces = new ThrowableProxyConverter();

  @Override
  public void start() {
    traces.start();
    super.start();
  }

  // Two lines are written per job; appending characters takes a third of the time of format
  // strings.
  @Override
  public String doLayout(ILoggingEvent event) {
    var line = new StringBuilder(USUAL_LENGTH);
    line.append(TimeText.of(event.getInstant()), 0, MILLIS).append("Z ");
    level(line, event.getLevel().toString());
    var name = event.getLoggerName();
    line.append(name, name.lastIndexOf('.') + 1, name.length()).append(": ");
    message(line, event.getFormattedMessage());
    if (event.getKeyValuePairs() != null) {
      for (var pair : event.getKeyValuePairs()) {
        line.append(' ').append(pair.key).append('=').append(shown(pair.value));
      }
    }
    event
        .getMDCPropertyMap()
        .forEach((key, value) -> line.append(' ').append(key).append('=').append(shown(value)));
    line.append('\n');
    if (event.getThrowableProxy() != null) {
      line.append(ControlCharacters.escapedLines(traces.convert(event)));
    }
    return line.toString();
  }

  private static void level(StringBuilder line, String level) {
    line.append(level);
    for (int i = level.length(); i <= LEVEL_WIDTH; i++) {
      line.append(' ');
    }
  }

  private static void message(StringBuilder line, String message) {
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      line.append(ControlCharacters.is(c) ? ' ' : c);
    }
  }

  private static String shown(Object value) {
    if (value == null) {
      return "-";
    }
    var text = value.toString();
    return plain(text) ? text : ControlCharacters.escaped(Json.print(text));
  }

  private static boolean plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!plain(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean plain(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || "_.:@/+-".indexOf(c) >= 0;
  }
}
