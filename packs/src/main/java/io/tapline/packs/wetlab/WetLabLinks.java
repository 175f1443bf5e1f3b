package io.tapline.packs.wetlab;

/**
 * How things of the bench are linked. What was there first is the parent, so that a walk down from
 * a specimen meets everything that was made from it, and what it was made with.
 */
public final class WetLabLinks {

  /** Container to material. */
  public static final String CONTAINS = "contains";

  /** Plate to well. */
  public static final String PLATE_WELL = "plate_well";

  /** Batch to process. */
  public static final String BATCH_PROCESS = "batch_process";

  /** Material to the process that it went into. */
  public static final String PROCESSED_IN = "processed_in";

  /** Process to what came out of it. */
  public static final String PRODUCED = "produced";

  /** Process or run to instrument. */
  public static final String USED_INSTRUMENT = "used_instrument";

  /** Process or run to reagent lot. */
  public static final String USED_REAGENT = "used_reagent";

  /** Specimen to extraction output. */
  public static final String EXTRACTED_INTO = "extracted_into";

  /** Extraction output to library. */
  public static final String PREPARED_INTO = "prepared_into";

  /** Library to pool. */
  public static final String POOLED_INTO = "pooled_into";

  /** Pool to run. */
  public static final String SEQUENCED_IN = "sequenced_in";

  /** Run to assignment. */
  public static final String RUN_ASSIGNMENT = "run_assignment";

  /** Library to assignment. */
  public static final String ASSIGNED_IN = "assigned_in";

  /** Run to artifact. */
  public static final String RUN_ARTIFACT = "run_artifact";

  /** Assignment to the artifact of its lane and barcode. */
  public static final String ASSIGNMENT_ARTIFACT = "assignment_artifact";

  /** Material to QC record. */
  public static final String QC_RECORD = "qc_record";

  /** Material to consumption. */
  public static final String CONSUMED_BY = "consumed_by";

  private WetLabLinks() {}
}
