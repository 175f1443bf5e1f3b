package io.tapline.bench.chaos.check;

import java.util.List;

/** One promise, judged from outside. */
public interface ChaosCheck {

  /** In the order in which they are told. */
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

  /** The promise, in a sentence. */
  String sentence();

  /** Each a sentence of its own; none when the promise was kept. */
  List<String> breaches(RunEvidence evidence);
}
