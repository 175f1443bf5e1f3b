package io.tapline.packs.compute;

import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.DomainPack;
import io.tapline.tapdb.TemplatePack;
import java.util.List;

/** Analysis requests, runs, artifacts and their QC. */
public final class ComputePack implements DomainPack {

  /** The queue of requests for the cluster. */
  public static final String DISPATCH = "compute_dispatch";

  /** The queue of artifacts for manual QC. */
  public static final String QC = "analysis_qc";

  public static final String REQUEST = "data/compute/analysis_request/1.0";
  public static final String RUN = "data/compute/analysis_run/1.0";
  public static final String ARTIFACT = "data/compute/artifact/1.0";
  public static final String QC_RECORD = "data/compute/qc_record/1.0";

  /** Link from request to run. */
  public static final String ANALYSIS_RUN = "analysis_run";

  /** Link from an input to the run that reads it. */
  public static final String ANALYSIS_INPUT = "analysis_input";

  /** Link from run to artifact. */
  public static final String ANALYSIS_ARTIFACT = "analysis_artifact";

  /** Link from request to QC record. */
  public static final String ANALYSIS_QC = "analysis_qc";

  private static final TemplatePack TEMPLATES =
      TemplatePack.resource(ComputePack.class, "pack.json");

  @Override
  public TemplatePack templates() {
    return TEMPLATES;
  }

  @Override
  public List<DomainAction> actions() {
    return List.of(new StartAnalysisRun(), new RecordAnalysisArtifacts(), new RecordAnalysisQc());
  }
}
