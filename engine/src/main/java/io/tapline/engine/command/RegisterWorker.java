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
}
