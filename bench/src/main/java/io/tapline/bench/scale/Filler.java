package io.tapline.bench.scale;

import io.tapline.bench.report.Dots;
import io.tapline.bench.site.Site;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Makes large backlogs and long histories, all of it through the engine, so that the rows are what
 * they would be.
 */
public final class Filler {

  static final int MOST_AT_ONCE = 1_000;

  private static final int THREADS = 2;
  private static final int FINISH_AT_ONCE = 500;
  private static final int FINISH_STEP = 10_000;
  private static final Duration NOT_YET = Duration.ofDays(1);

  private final Site site;
  private final PrintStream out;

  public Filler(Site site, PrintStream out) {
    this.site = site;
    this.out = out;
  }

  public void ready(int count) {
    add(count, Work.plain(Site.QUEUE), MOST_AT_ONCE, progress(count, "ready"));
  }

  void delayed(int count) {
    var tomorrow = Instant.now().plus(NOT_YET);
    add(count, Work.delayed(tomorrow), MOST_AT_ONCE, progress(count, "not yet ready"));
  }

  /** Done before, with all that this leaves behind. */
  void finished(int count) {
    var progress = progress(count, "finished");
    try (var crew = new Crew(site, THREADS, FINISH_AT_ONCE, () -> Site.QUEUE)) {
      for (int done = 0; done < count; done += FINISH_STEP) {
        int step = Math.min(FINISH_STEP, count - done);
        add(step, Work.plain(Site.QUEUE), MOST_AT_ONCE);
        crew.work(step);
        progress.accept(done + step);
      }
    }
  }

  /** Without a word. */
  void add(int count, Work work, int most) {
    add(count, work, most, done -> {});
  }

  private void add(int count, Work work, int most, LongConsumer progress) {
    var next = new AtomicInteger();
    var done = new AtomicInteger();
    Together.times(
        THREADS,
        () -> {
          for (int from = next.getAndAdd(most); from < count; from = next.getAndAdd(most)) {
            int to = Math.min(count, from + most);
            site.enqueue(
                IntStream.range(from, to).mapToObj(i -> work.make(site.key("job"), i)).toList());
            progress.accept(done.addAndGet(to - from));
          }
        });
  }

  private LongConsumer progress(int count, String what) {
    out.printf(Locale.ROOT, "    adding %,d %s ", count, what);
    var dots = new Dots(Math.max(1, count), out);
    return done -> {
      dots.accept(done);
      if (done == count) {
        out.println();
      }
    };
  }
}
