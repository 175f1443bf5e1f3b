package io.tapline.client.api;

import java.util.List;

/** Registers a worker process with its capabilities. */
public final class RegisterRequest extends ActionRequest<RegisterRequest> {

  private RegisterRequest() {}

  /**
   * @param workerKey identifies the worker
   * @param workerType SERVICE, HUMAN_SESSION or INSTRUMENT_ADAPTER
   */
  public static RegisterRequest of(String workerKey, String workerType) {
    return new RegisterRequest().set("worker_key", workerKey).set("worker_type", workerType);
  }

  public RegisterRequest displayName(String value) {
    return set("display_name", value);
  }

  public RegisterRequest capabilities(List<String> values) {
    return set("capabilities", values);
  }

  /** Sites that the worker serves; empty: all. */
  public RegisterRequest sites(List<String> values) {
    return set("site_scope", values);
  }

  /** Platforms that the worker serves; empty: all. */
  public RegisterRequest platforms(List<String> values) {
    return set("platform_scope", values);
  }

  /** Assays that the worker serves; empty: all. */
  public RegisterRequest assays(List<String> values) {
    return set("assay_scope", values);
  }

  public RegisterRequest maxConcurrentLeases(int value) {
    return set("max_concurrent_leases", value);
  }

  /** Time without a heartbeat after which the worker counts as OFFLINE. */
  public RegisterRequest heartbeatTtlSeconds(int value) {
    return set("heartbeat_ttl_seconds", value);
  }

  public RegisterRequest buildVersion(String value) {
    return set("build_version", value);
  }

  public RegisterRequest host(String value) {
    return set("host", value);
  }

  /**
   * Identifies one start of one process; a new identity ends the leases of the previous process.
   */
  public RegisterRequest processIdentity(String value) {
    return set("process_identity", value);
  }
}
