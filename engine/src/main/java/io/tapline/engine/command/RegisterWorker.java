package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.WorkerType;
import java.util.List;

/** A worker process says that it is there, and what it can do. */
public record RegisterWorker(
    RequestMeta meta,
    String workerKey,
    String displayName,
    WorkerType workerType,
    List<String> capabilities,
    List<String> siteScope,
    List<String> platformScope,
    List<String> assayScope,
    Integer maxConcurrentLeases,
    Integer heartbeatTtlSeconds,
    String buildVersion,
    String host,
    String processIdentity,
    WorkerPrecondition expect)
    implements WorkerCommand {

  /** However a worker of that key stands, or whether there is one. */
  public RegisterWorker(
      RequestMeta meta,
      String workerKey,
      String displayName,
      WorkerType workerType,
      List<String> capabilities,
      List<String> siteScope,
      List<String> platformScope,
      List<String> assayScope,
      Integer maxConcurrentLeases,
      Integer heartbeatTtlSeconds,
      String buildVersion,
      String host,
      String processIdentity) {
    this(
        meta,
        workerKey,
        displayName,
        workerType,
        capabilities,
        siteScope,
        platformScope,
        assayScope,
        maxConcurrentLeases,
        heartbeatTtlSeconds,
        buildVersion,
        host,
        processIdentity,
        null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.REGISTER_WORKER;
  }

  public RegisterWorker {
    capabilities = capabilities == null ? List.of() : List.copyOf(capabilities);
    siteScope = siteScope == null ? List.of() : List.copyOf(siteScope);
    platformScope = platformScope == null ? List.of() : List.copyOf(platformScope);
    assayScope = assayScope == null ? List.of() : List.copyOf(assayScope);
  }

  /** A service with the given limit that can do the given things. */
  public static RegisterWorker service(
      String key, String workerKey, int maxConcurrentLeases, String... capabilities) {
    return new RegisterWorker(
        RequestMeta.key(key),
        workerKey,
        null,
        WorkerType.SERVICE,
        List.of(capabilities),
        null,
        null,
        null,
        maxConcurrentLeases,
        null,
        null,
        null,
        null);
  }

  public static RegisterWorker read(RequestFields f, RequestMeta meta) {
    return new RegisterWorker(
        meta,
        f.text("worker_key"),
        f.text("display_name"),
        f.choice("worker_type", WorkerType.class),
        f.texts("capabilities"),
        f.texts("site_scope"),
        f.texts("platform_scope"),
        f.texts("assay_scope"),
        f.integer("max_concurrent_leases"),
        f.integer("heartbeat_ttl_seconds"),
        f.text("build_version"),
        f.text("host"),
        f.text("process_identity"),
        WorkerPrecondition.read(f));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("worker_key", workerKey, Limits.KEY)
        .text("display_name", displayName, Limits.NAME)
        .present("worker_type", workerType)
        .texts("capabilities", capabilities, Limits.NAME)
        .texts("site_scope", siteScope, Limits.NAME)
        .texts("platform_scope", platformScope, Limits.NAME)
        .texts("assay_scope", assayScope, Limits.NAME)
        .range("max_concurrent_leases", maxConcurrentLeases, 1, Limits.CONCURRENT_LEASES)
        .range("heartbeat_ttl_seconds", heartbeatTtlSeconds, 1, Limits.HEARTBEAT_TTL_SECONDS)
        .text("build_version", buildVersion, Limits.NAME)
        .text("host", host, Limits.NAME)
        .text("process_identity", processIdentity, Limits.NAME);
  }
}
