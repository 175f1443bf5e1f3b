package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.WorkerType;
import java.util.List;

/** A worker process registers with its capabilities. */
@RecordBuilder
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

  public static RegisterWorker service(
      String key, String workerKey, int maxConcurrentLeases, String... capabilities) {
    return RegisterWorkerBuilder.builder()
        .meta(RequestMeta.key(key))
        .workerKey(workerKey)
        .workerType(WorkerType.SERVICE)
        .capabilities(List.of(capabilities))
        .maxConcurrentLeases(maxConcurrentLeases)
        .build();
  }

  public static RegisterWorker read(RequestFields f, RequestMeta meta) {
    return RegisterWorkerBuilder.builder()
        .meta(meta)
        .workerKey(f.text("worker_key"))
        .displayName(f.text("display_name"))
        .workerType(f.choice("worker_type", WorkerType.class))
        .capabilities(f.texts("capabilities"))
        .siteScope(f.texts("site_scope"))
        .platformScope(f.texts("platform_scope"))
        .assayScope(f.texts("assay_scope"))
        .maxConcurrentLeases(f.integer("max_concurrent_leases"))
        .heartbeatTtlSeconds(f.integer("heartbeat_ttl_seconds"))
        .buildVersion(f.text("build_version"))
        .host(f.text("host"))
        .processIdentity(f.text("process_identity"))
        .expect(WorkerPrecondition.read(f))
        .build();
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
