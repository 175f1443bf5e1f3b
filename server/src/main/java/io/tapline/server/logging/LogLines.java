package io.tapline.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.LayoutBase;

/** Log lines in the configured format. */
public final class LogLines extends LayoutBase<ILoggingEvent> {

  private Layout<ILoggingEvent> lines = new TextLines();

  /** Called from logback.xml. */
  public void setFormat(String format) {
    lines = format.equals("json") ? new JsonLines() : new TextLines();
  }

  @Override
  public void start() {
    lines.start();
    super.start();
  }

  @Override
  public String doLayout(ILoggingEvent event) {
    return lines.doLayout(event);
  }
}
