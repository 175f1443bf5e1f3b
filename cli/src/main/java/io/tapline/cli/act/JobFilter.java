package io.tapline.cli.act;

import io.tapline.cli.connect.QueryParameters;
import picocli.CommandLine.Option;

/** Selects jobs by common properties. */
final class JobFilter {

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description = "Filter: selects the jobs in this queue.")
  private String queue;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Filter: selects the jobs in this state, such as READY or FAILED_TERMINAL.")
  private String state;

  @Option(
      names = "--site",
      paramLabel = "SITE",
      description = "Filter: selects the jobs of this site.")
  private String site;

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      description = "Filter: selects the jobs of this platform.")
  private String platform;

  @Option(
      names = "--assay",
      paramLabel = "NAME",
      description = "Filter: selects the jobs of this assay.")
  private String assay;

  @Option(
      names = "--template",
      paramLabel = "CODE",
      description = "Filter: selects the jobs of this template.")
  private String template;

  @Option(
      names = "--correlation",
      paramLabel = "ID",
      description = "Filter: selects the jobs with this correlation id.")
  private String correlation;

  @Option(
      names = "--trx",
      paramLabel = "EUID",
      description = "Filter: selects the jobs of this transaction of an external system.")
  private String trx;

  @Option(
      names = "--accession",
      paramLabel = "EUID",
      description = "Filter: selects the jobs of this accession of an external system.")
  private String accession;

  @Option(
      names = "--run",
      paramLabel = "EUID",
      description = "Filter: selects the jobs of this run of an external system.")
  private String run;

  @Option(
      names = "--step",
      paramLabel = "EUID",
      description = "Filter: selects the jobs of this step of an external system.")
  private String step;

  QueryParameters query() {
    return new QueryParameters()
        .with("queue_key", given(queue))
        .with("state", given(state))
        .with("site", given(site))
        .with("platform", given(platform))
        .with("assay", given(assay))
        .with("template_code", given(template))
        .with("correlation_id", given(correlation))
        .with("trx_euid", given(trx))
        .with("accession_euid", given(accession))
        .with("run_euid", given(run))
        .with("step_euid", given(step));
  }

  /** A blank value, such as an unset variable of a script, is no filter. */
  private static String given(String value) {
    return value == null || value.isBlank() ? null : value;
  }
}
