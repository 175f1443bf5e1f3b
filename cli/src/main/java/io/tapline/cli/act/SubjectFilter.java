package io.tapline.cli.act;

import io.tapline.cli.connect.QueryParameters;
import picocli.CommandLine.Option;

/** Selects subjects by common properties. */
final class SubjectFilter {

  @Option(names = "--queue", paramLabel = "QUEUE", description = "Filter: those of this queue.")
  private String queue;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Filter: READY, RUNNING, HELD, FAILED_RETRYABLE, FAILED_TERMINAL, …")
  private String state;

  @Option(names = "--site", paramLabel = "SITE", description = "Filter: those of this site.")
  private String site;

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      description = "Filter: those of this platform.")
  private String platform;

  @Option(names = "--assay", paramLabel = "NAME", description = "Filter: those of this assay.")
  private String assay;

  @Option(
      names = "--template",
      paramLabel = "CODE",
      description = "Filter: those of this template.")
  private String template;

  @Option(
      names = "--correlation",
      paramLabel = "ID",
      description = "Filter: those with this correlation id.")
  private String correlation;

  @Option(
      names = "--trx",
      paramLabel = "EUID",
      description = "Filter: those of this transaction, in the surrounding system.")
  private String trx;

  @Option(
      names = "--accession",
      paramLabel = "EUID",
      description = "Filter: those of this accession, likewise.")
  private String accession;

  @Option(
      names = "--run",
      paramLabel = "EUID",
      description = "Filter: those of this run, likewise.")
  private String run;

  @Option(
      names = "--step",
      paramLabel = "EUID",
      description = "Filter: those of this step, likewise.")
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
