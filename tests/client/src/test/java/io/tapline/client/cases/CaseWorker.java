package io.tapline.client.cases;

import java.util.List;
import java.util.Map;

/** A worker of any language, with the handler that a case asks for, in the hands of the test. */
interface CaseWorker extends AutoCloseable {

  /** Waits until the handler has begun with so many pieces of work. */
  void awaitBegun(int pieces);

  /** Lets the handler go on. */
  void go();

  /** Cancellations that the handler has received so far, in order. */
  List<String> heard();

  /** Asks it to stop, as SIGTERM does, and waits until it has stopped. */
  void stop();

  /** It is never heard of again. */
  void kill();

  /** Counts of completed, failed, released and lost jobs after the stop. */
  Map<String, Integer> figures();

  /** Ends it, if it has not ended yet. */
  @Override
  void close();
}
