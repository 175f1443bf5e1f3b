package io.tapline.demo;

import io.tapline.api.request.Enqueue;
import io.tapline.client.api.SubjectFilter;
import io.tapline.packs.wetlab.SequencingPlatform;
import io.tapline.packs.wetlab.WetLabTemplates;
import java.util.ArrayList;
import java.util.List;

/** Accepts as many new specimens as are completed, so that the number of jobs stays constant. */
final class SpecimenReception extends RepeatedTask {

  /** Number of jobs in all queues together. */
  static final int FULL = 150;

  private static final int PARCEL = 6;

  private final DemoQueues demoQueues;
  private int next;

  SpecimenReception(SimulatedLab lab, DemoQueues demoQueues) {
    super("reception", lab, 8);
    this.demoQueues = demoQueues;
  }

  @Override
  void once() {
    var work = demoQueues.all().stream().mapToLong(q -> q.queueDepth() + q.activeLeases()).sum();
    if (work < FULL) {
      lab().office().subjects().enqueue(parcel((int) Math.min(FULL - work, PARCEL)));
    }
  }

  private List<Enqueue> parcel(int most) {
    if (next == 0) {
      next = 1 + (int) total();
    }
    var orders = new ArrayList<Enqueue>();
    var site = lab().chance().oneOf(List.of(LabSite.values()));
    for (int i = lab().chance().upTo(most); i > 0; i--) {
      var platform = lab().chance().oneOf(List.of(SequencingPlatform.values()));
      orders.add(new Specimen(next++, site, platform).order());
    }
    return orders;
  }

  private long total() {
    return lab()
        .office()
        .subjects()
        .list(SubjectFilter.all().template(WetLabTemplates.SPECIMEN).limit(1))
        .total()
        .count();
  }
}
