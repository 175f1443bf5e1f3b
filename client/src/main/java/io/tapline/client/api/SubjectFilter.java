package io.tapline.client.api;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;

/** Selects jobs in any state. */
public final class SubjectFilter extends ListFilter<SubjectFilter> {

  private SubjectFilter() {}

  public static SubjectFilter all() {
    return new SubjectFilter();
  }

  public SubjectFilter queue(String value) {
    return set("queue_key", value);
  }

  /** Jobs of queues that are listed to the caller only, as the queues' metrics count them. */
  public SubjectFilter ofListedQueues() {
    return set("queues", "listed");
  }

  public SubjectFilter state(ExecutionState value) {
    return set("state", value);
  }

  public SubjectFilter site(String value) {
    return set("site", value);
  }

  public SubjectFilter platform(String value) {
    return set("platform", value);
  }

  public SubjectFilter assay(String value) {
    return set("assay", value);
  }

  public SubjectFilter template(String value) {
    return set("template_code", value);
  }

  public SubjectFilter correlationId(String value) {
    return set("correlation_id", value);
  }

  /** Jobs with these references only; null references are ignored. */
  public SubjectFilter correlation(CorrelationRefs refs) {
    return set("trx_euid", refs.trxEuid())
        .set("accession_euid", refs.accessionEuid())
        .set("run_euid", refs.runEuid())
        .set("step_euid", refs.stepEuid());
  }

  /** Searches EUIDs, names, worker keys, correlation ids, correlation EUIDs and barcodes. */
  public SubjectFilter search(String value) {
    return set("q", value);
  }

  /** A part of the queue, as dashboards show it; requires a queue. */
  public SubjectFilter view(String value) {
    return set("view", value);
  }
}
