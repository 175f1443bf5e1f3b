package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import io.tapline.api.WorkerType;
import java.util.List;

/** A worker process registers with its capabilities. */
@RecordBuilder
public record RegisterWorker(
    RequestMeta meta,
    @WireField(required = true, length = Limits.KEY, about = "the unique key of the worker")
        String workerKey,
    @WireField(length = Limits.NAME, about = "for people") String displayName,
    @WireField(required = true, about = "the type of the worker") WorkerType workerType,
    @WireField(length = Limits.NAME, about = "the capabilities of the worker")
        List<String> capabilities,
    @WireField(length = Limits.NAME, about = "the sites that the worker serves; empty: all")
        List<String> siteScope,
    @WireField(length = Limits.NAME, about = "the platforms that the worker serves; empty: all")
        List<String> platformScope,
    @WireField(length = Limits.NAME, about = "the assays that the worker serves; empty: all")
        List<String> assayScope,
    @WireField(
            least = 1,
            most = Limits.CONCURRENT_LEASES,
            about = "the maximum number of concurrent leases")
        Integer maxConcurrentLeases,
    @WireField(
            least = 1,
            most = Limits.HEARTBEAT_TTL_SECONDS,
            about = "seconds without a heartbeat after which the worker is OFFLINE")
        Integer heartbeatTtlSeconds,
    @WireField(length = Limits.NAME, about = "the version of the worker's software")
        String buildVersion,
    @CommonFields.Host String host,
    @CommonFields.ProcessIdentity String processIdentity,
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
}
