package io.tapline.bench.scale;

/** Cases that differ in one thing, on a database of their own; the first is the empty one. */
interface Family {

  /** One word, to choose it by. */
  String name();

  /** What its cases differ in. */
  String title();

  /** How many claim at once, at most. */
  int claimers(Sizes sizes);

  void run(Ground ground, Sizes sizes, Filler filler, Gauge gauge);
}
