package io.tapline.cli.print;

import java.io.PrintStream;

/** The progress of a long command: one line that is overwritten, on a terminal only. */
public final class ProgressBar implements AutoCloseable {

  private static final int WIDTH = 30;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream err;
  private final boolean shown;
  private final String what;
  private final long total;
  private long done;
  private int lastPermille = -1;

  /**
   * @param total 0 when it is unknown
   */
  public ProgressBar(PrintStream err, boolean terminal, String what, long total) {
    this.err = err;
    this.shown = terminal;
    this.what = what;
    this.total = total;
  }

  public void advance(long by) {
    done += by;
    int permille = total > 0 ? (int) (done * 1000 / total) : -1;
    // The line is written at most once per thousandth of the total.
    if (shown && (permille != lastPermille || total <= 0)) {
      lastPermille = permille;
      err.print("\r" + line());
      err.flush();
    }
  }

  private String line() {
    if (total <= 0) {
      return what + " " + done;
    }
    int full = (int) Math.min(WIDTH, done * WIDTH / total);
    return what + " [" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + done + "/" + total;
  }

  @Override
  public void close() {
    if (shown && done > 0) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }
}
