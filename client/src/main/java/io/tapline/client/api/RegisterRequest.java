package io.tapline.client.api;

import java.util.List;

/** A worker process says that it is there, and what it can do. */
public final class RegisterRequest extends ActionRequest<RegisterRequest> {

  private RegisterRequest() {}

  /** The name it is known by, and what it is: SERVICE, HUMAN_SESSION or INSTRUMENT_ADAPTER. */
  public static RegisterRequest of(String workerKey, String workerType) {
    return new RegisterRequest().set("worker_key", workerKey).set("worker_type", workerType);
  }

  /** For people. */
  public RegisterRequest displayName(String value) {
    return set("display_name", value);
  }

  /** What it can do. */
  public RegisterRequest capabilities(List<String> values) {
    return set("capabilities", values);
  }

  /** Sites it serves; empty serves all. */
  public RegisterRequest sites(List<String> values) {
    return set("site_scope", values);
  }

  /** Platforms it serves; empty serves all. */
  public RegisterRequest platforms(List<String> values) {
    return set("platform_scope", values);
  }

  /** Assays it serves; empty serves all. */
  public RegisterRequest assays(List<String> values) {
    return set("assay_scope", values);
  }

  /** How many leases it may hold at once. */
  public RegisterRequest maxConcurrentLeases(int value) {
    return set("max_concurrent_leases", value);
  }

  /** Silent for longer, it counts as OFFLINE. */
  public RegisterRequest heartbeatTtlSeconds(int value) {
    return set("heartbeat_ttl_seconds", value);
  }

  /** Of its software. */
  public RegisterRequest buildVersion(String value) {
    return set("build_version", value);
  }

  /** Where it runs. */
  public RegisterRequest host(String value) {
    return set("host", value);
  }

  /** One start of one process; another one ends the leases of the one before. */
  public RegisterRequest processIdentity(String value) {
    return set("process_identity", value);
  }
}
