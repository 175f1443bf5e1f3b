package io.tapline.bench.chaos.check;

import java.util.List;

/** One guarantee, checked from outside. */
public interface ChaosCheck {

  /** The checks, in the order of the report. */
  List<ChaosCheck> ALL =
      List.of(
          new NothingLost(),
          new NothingDoubled(),
          new NoLeaseOverlap(),
          new ReplaysEqual(),
          new NothingStuck(),
          new FeedComplete(),
          new AnswersProper(),
          new StoreWhole());

  String name();

  /** The guarantee, in a sentence. */
  String sentence();

  /** One sentence per breach; empty when the guarantee holds. */
  List<String> breaches(RunEvidence evidence);
}
