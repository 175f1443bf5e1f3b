package io.tapline.packs.wetlab;

/**
 * Link types of the bench. The earlier object is the parent, so that a traversal from a specimen
 * reaches all its products and the tools of each process.
 */
public final class WetLabLinks {

  /** Link from container to material. */
  public static final String CONTAINS = "contains";

  /** Link from plate to well. */
  public static final String PLATE_WELL = "plate_well";

  /** Link from batch to process. */
  public static final String BATCH_PROCESS = "batch_process";

  /** Link from material to the process that uses it. */
  public static final String PROCESSED_IN = "processed_in";

  /** Link from process to product. */
  public static final String PRODUCED = "produced";

  /** Link from process or run to instrument. */
  public static final String USED_INSTRUMENT = "used_instrument";

  /** Link from process or run to reagent lot. */
  public static final String USED_REAGENT = "used_reagent";

  /** Link from specimen to extraction output. */
  public static final String EXTRACTED_INTO = "extracted_into";

  /** Link from extraction output to library. */
  public static final String PREPARED_INTO = "prepared_into";

  /** Link from library to pool. */
  public static final String POOLED_INTO = "pooled_into";

  /** Link from pool to run. */
  public static final String SEQUENCED_IN = "sequenced_in";

  /** Link from run to assignment. */
  public static final String RUN_ASSIGNMENT = "run_assignment";

  /** Link from library to assignment. */
  public static final String ASSIGNED_IN = "assigned_in";

  /** Link from run to artifact. */
  public static final String RUN_ARTIFACT = "run_artifact";

  /** Link from assignment to the artifact of its lane and barcode. */
  public static final String ASSIGNMENT_ARTIFACT = "assignment_artifact";

  /** Link from material to QC record. */
  public static final String QC_RECORD = "qc_record";

  /** Link from material to consumption. */
  public static final String CONSUMED_BY = "consumed_by";

  private WetLabLinks() {}
}
