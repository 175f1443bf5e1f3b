package io.tapline.bench.report;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Progress output at low cost: a dot for every tenth of the work. */
public final class ProgressDots implements LongConsumer {

  private static final int DOTS = 10;

  private final long total;
  private final PrintStream out;
  private final AtomicLong shown = new AtomicLong();

  public ProgressDots(long total, PrintStream out) {
    this.total = total;
    this.out = out;
  }

  @Override
  public void accept(long done) {
    long due = done * DOTS / total;
    long before = shown.get();
    if (due > before && shown.compareAndSet(before, due)) {
      out.print(".".repeat((int) (due - before)));
      out.flush();
    }
  }
}
