package io.tapline.bench.scale;

/** Cases that differ in one thing, on a database of their own; the first is the empty one. */
interface CaseFamily {

  /** One word, to choose it by. */
  String name();

  /** What its cases differ in. */
  String title();

  /** How many claim at once, at most. */
  int claimers(ScaleSizes sizes);

  void run(
      ScaleDatabase scaleDatabase,
      ScaleSizes sizes,
      BacklogFiller backlogFiller,
      FamilyMeasurement familyMeasurement);
}
