package io.tapline.packs.wetlab;

/** Template codes of the objects of the bench. */
public final class WetLabTemplates {

  public static final String SPECIMEN = "content/material/specimen/1.0";
  public static final String EXTRACTION_OUTPUT = "content/material/extraction_output/1.0";
  public static final String LIBRARY = "content/material/library/1.0";
  public static final String POOL = "content/material/pool/1.0";
  public static final String TUBE = "container/tube/primary/1.0";
  public static final String PLATE = "container/plate/fixed_96/1.0";
  public static final String WELL = "container/well/fixed_96/1.0";
  public static final String BATCH = "data/wetlab/batch/1.0";
  public static final String PROCESS = "data/wetlab/process/1.0";
  public static final String QC_RECORD = "data/wetlab/qc_record/1.0";
  public static final String CONSUMPTION = "data/wetlab/consumption/1.0";
  public static final String RUN = "data/sequencing/run/1.0";
  public static final String ASSIGNMENT = "data/sequencing/assignment/1.0";
  public static final String ARTIFACT = "data/sequencing/artifact/1.0";
  public static final String INSTRUMENT = "equipment/instrument/generic/1.0";
  public static final String REAGENT = "equipment/reagent/lot/1.0";

  private WetLabTemplates() {}
}
