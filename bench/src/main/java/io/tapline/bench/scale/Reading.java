package io.tapline.bench.scale;

import io.tapline.bench.report.Spread;
import io.tapline.bench.site.Site;
import io.tapline.engine.read.ItemFilter;
import io.tapline.engine.read.Page;
import io.tapline.engine.read.QueueItem;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** What people look at while there is much of everything. */
final class Reading {

  /** As far as anyone pages by hand. */
  private static final int FAR = 20;

  private final Site site;

  Reading(Site site) {
    this.site = site;
  }

  List<ReadTime> times(PrintStream out) {
    var reads = site.engine().reads();
    long tenant = site.tenantId();
    var waiting = items(null).items().get(0).subjectEuid();
    var finished = finishOne();
    var far = far();
    return List.of(
        time("queue summaries", () -> reads.queues().page(tenant, Page.DEFAULT_LIMIT, null), out),
        time("one queue", () -> reads.queues().one(tenant, Site.QUEUE), out),
        time("items of a queue, first page", () -> items(null), out),
        time("items of a queue, page " + FAR, () -> items(far), out),
        time("subject that waits", () -> reads.subjects().one(tenant, waiting, null), out),
        time("subject that is finished", () -> reads.subjects().one(tenant, finished, null), out),
        time("history of a subject", () -> reads.history().of(tenant, finished), out));
  }

  private static ReadTime time(String read, Runnable reading, PrintStream out) {
    var time = ReadTime.of(read, reading);
    out.printf(
        Locale.ROOT,
        "    %-36s %s ms, slowest %s ms%n",
        read,
        Spread.number(time.all().p50(), 1),
        Spread.number(time.all().max(), 1));
    return time;
  }

  private Page<QueueItem> items(String cursor) {
    return site.engine()
        .reads()
        .queues()
        .items(site.tenantId(), Site.QUEUE, ItemFilter.NONE, Page.DEFAULT_LIMIT, cursor);
  }

  /** Where the far page begins; the last page, if there are fewer. */
  private String far() {
    String cursor = null;
    for (int page = 1; page < FAR; page++) {
      var next = items(cursor).nextCursor();
      if (next == null) {
        break;
      }
      cursor = next;
    }
    return cursor;
  }

  private String finishOne() {
    var worker = site.worker(1);
    var claimed = site.claim(worker, Site.QUEUE, 1);
    site.complete(worker, claimed);
    return claimed.get(0).subjectEuid();
  }
}
