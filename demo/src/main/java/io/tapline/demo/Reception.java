package io.tapline.demo;

import io.tapline.client.api.EnqueueRequest;
import io.tapline.client.api.SubjectFilter;
import io.tapline.packs.wetlab.Kind;
import io.tapline.packs.wetlab.Platform;
import java.util.ArrayList;
import java.util.List;

/** Takes in as many specimens as leave at the other end: the lab neither fills up nor runs dry. */
final class Reception extends Round {

  /** Pieces of work in all queues together. */
  static final int FULL = 150;

  private static final int PARCEL = 6;

  private final Queues queues;
  private int next;

  Reception(Lab lab, Queues queues) {
    super("reception", lab, 8);
    this.queues = queues;
  }

  @Override
  void once() {
    var work = queues.all().stream().mapToLong(q -> q.queueDepth() + q.activeLeases()).sum();
    if (work < FULL) {
      lab().office().subjects().enqueue(parcel((int) Math.min(FULL - work, PARCEL)));
    }
  }

  private List<EnqueueRequest> parcel(int most) {
    if (next == 0) {
      next = 1 + (int) total();
    }
    var orders = new ArrayList<EnqueueRequest>();
    var site = lab().chance().oneOf(List.of(Site.values()));
    for (int i = lab().chance().upTo(most); i > 0; i--) {
      var platform = lab().chance().oneOf(List.of(Platform.values()));
      orders.add(new Specimen(next++, site, platform).order());
    }
    return orders;
  }

  private long total() {
    return lab()
        .office()
        .subjects()
        .list(SubjectFilter.all().template(Kind.SPECIMEN).limit(1))
        .total()
        .count();
  }
}
