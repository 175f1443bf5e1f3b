package io.tapline.bench.scale;

/** Cases that differ in one property, on their own database; the first is the empty one. */
interface CaseFamily {

  /** One word, for its selection. */
  String name();

  /** The property in which the cases differ. */
  String title();

  /** Maximum number of concurrent claimers. */
  int claimers(ScaleSizes sizes);

  void run(
      ScaleDatabase scaleDatabase,
      ScaleSizes sizes,
      BacklogFiller backlogFiller,
      FamilyMeasurement familyMeasurement);
}
