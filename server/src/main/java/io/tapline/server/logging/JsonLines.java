package io.tapline.server.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import io.tapline.tapdb.Json;

/** A log line as one JSON object: time, level, logger, message, and then its own fields. */
final class JsonLines extends LayoutBase<ILoggingEvent> {

  private final ThrowableProxyConverter traces = new ThrowableProxyConverter();

  @Override
  public void start() {
    traces.start();
    super.start();
  }

  @Override
  public String doLayout(ILoggingEvent event) {
    var line = Json.object();
    line.put("time", event.getInstant().toString());
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("message", event.getFormattedMessage());
    event.getMDCPropertyMap().forEach(line::put);
    if (event.getKeyValuePairs() != null) {
      for (var pair : event.getKeyValuePairs()) {
        line.set(pair.key, Json.tree(pair.value));
      }
    }
    if (event.getThrowableProxy() != null) {
      line.put("exception", traces.convert(event));
    }
    return ControlCharacters.escaped(Json.print(line)) + "\n";
  }
}
