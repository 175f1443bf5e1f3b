package io.tapline.server.watch;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import io.tapline.tapdb.Json;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * A log line for people: time, level, logger, message, {@code key=value}. What clients send cannot
 * break out of its line, nor look like another field.
 */
final class TextLines extends LayoutBase<ILoggingEvent> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);
  private static final Pattern PLAIN = Pattern.compile("[\\w.:@/+-]+");
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final ThrowableProxyConverter traces = new ThrowableProxyConverter();

  @Override
  public void start() {
    traces.start();
    super.start();
  }

  @Override
  public String doLayout(ILoggingEvent event) {
    var name = event.getLoggerName();
    var line =
        new StringBuilder(TIME.format(event.getInstant()))
            .append(String.format(" %-5s ", event.getLevel()))
            .append(name.substring(name.lastIndexOf('.') + 1))
            .append(": ")
            .append(CONTROL.matcher(event.getFormattedMessage()).replaceAll(" "));
    if (event.getKeyValuePairs() != null) {
      for (var pair : event.getKeyValuePairs()) {
        line.append(' ').append(pair.key).append('=').append(shown(pair.value));
      }
    }
    line.append('\n');
    if (event.getThrowableProxy() != null) {
      line.append(traces.convert(event));
    }
    return line.toString();
  }

  private static String shown(Object value) {
    if (value == null) {
      return "-";
    }
    var text = value.toString();
    return PLAIN.matcher(text).matches() ? text : Json.print(text);
  }
}
