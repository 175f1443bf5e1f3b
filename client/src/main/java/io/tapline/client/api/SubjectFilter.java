package io.tapline.client.api;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;

/** Which subjects, in any state. */
public final class SubjectFilter extends ListFilter<SubjectFilter> {

  private SubjectFilter() {}

  /** Without any condition. */
  public static SubjectFilter all() {
    return new SubjectFilter();
  }

  /** Only those of this queue. */
  public SubjectFilter queue(String value) {
    return set("queue_key", value);
  }

  /** Only of queues that are listed to the caller, as their figures count what is held. */
  public SubjectFilter ofListedQueues() {
    return set("queues", "listed");
  }

  /** Only those in this state. */
  public SubjectFilter state(ExecutionState value) {
    return set("state", value);
  }

  /** Only those of this site. */
  public SubjectFilter site(String value) {
    return set("site", value);
  }

  /** Only those of this platform. */
  public SubjectFilter platform(String value) {
    return set("platform", value);
  }

  /** Only those of this assay. */
  public SubjectFilter assay(String value) {
    return set("assay", value);
  }

  /** Only those of this template. */
  public SubjectFilter template(String value) {
    return set("template_code", value);
  }

  /** Only those with this correlation id. */
  public SubjectFilter correlationId(String value) {
    return set("correlation_id", value);
  }

  /** Only those enqueued with these; what is null is not asked for. */
  public SubjectFilter correlation(CorrelationRefs refs) {
    return set("trx_euid", refs.trxEuid())
        .set("accession_euid", refs.accessionEuid())
        .set("run_euid", refs.runEuid())
        .set("step_euid", refs.stepEuid());
  }

  /** By EUID, name, worker key, correlation id, EUID of its correlation or barcode. */
  public SubjectFilter search(String value) {
    return set("q", value);
  }

  /** A part of the queue, as dashboards show it; needs a queue. */
  public SubjectFilter view(String value) {
    return set("view", value);
  }
}
