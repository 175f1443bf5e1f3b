package io.tapline.server.jobs;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ClaimedJob;
import io.tapline.api.ClaimedJobs;
import io.tapline.api.Limits;
import io.tapline.api.Role;
import io.tapline.api.WireField;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.CommonFields;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RequestValidation;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/**
 * Claims by executor and holder. A holder is a worker whose one capability is its executor; its
 * first claim registers it.
 */
@Component
final class JobClaims {

  /** Leaves space for the executor, which precedes the holder in a worker's key. */
  private static final int HOLDER = 90;

  /** Enough for the maximum of one claim, and for as many again while those are in progress. */
  private static final int LEASES = 1_000;

  record JobClaim(
      RequestMeta meta,
      @WireField(required = true, length = Limits.KEY, about = "the kind of the jobs") String kind,
      @WireField(length = Limits.NAME, about = "one of the configured executors") String executor,
      @WireField(required = true, length = HOLDER, about = "the holder of the lease")
          String leaseHolder,
      @WireField(length = Limits.NAME, about = "the token that the holder chooses for the lease")
          String leaseName,
      @WireField(
              least = 1,
              most = Limits.LEASE_TTL_SECONDS,
              about = "the term of the leases; default: that of the kind")
          Integer leaseTtlSeconds,
      @CommonFields.MaxItems int maxItems,
      @CommonFields.NotAfter Instant notAfter) {}

  private final Engine engine;
  private final AllowedExecutors executors;
  private final JobKinds kinds;
  private final ServerDrain drain;

  JobClaims(Engine engine, AllowedExecutors executors, JobKinds kinds, ServerDrain drain) {
    this.engine = engine;
    this.executors = executors;
    this.kinds = kinds;
    this.drain = drain;
  }

  HttpAnswer claim(EndpointCall call) throws IOException {
    if (drain.begun()) {
      throw ProblemException.of(
          ProblemCode.DRAINING,
          "this server is stopping and accepts no claims; send the"
              + " claim to another server, or again later");
    }
    var body =
        ActionRequests.body(
            call,
            JobClaim.class,
            null,
            request -> {
              executors.require(request.executor());
              return JobText.requireFields(request);
            });
    var executor = body.executor();
    var kind = body.kind();
    var holder = body.leaseHolder();
    kinds.require(call.tenantId(), kind, executor);
    // An invalid claim registers no worker.
    requireSound(command(body, holder));
    var claim = command(body, worker(call.caller(), executor, holder)).until(body.notAfter());
    var answer = JobText.inWords(() -> engine.claimOnce(call.caller(), claim));
    var ids = answer.claims().stream().map(ClaimAnswer.Item::subjectEuid).toList();
    var found = engine.reads().substrate().some(call.tenantId(), ids);
    var jobs =
        answer.claims().stream()
            .map(
                item ->
                    new ClaimedJob(
                        found.get(item.subjectEuid()),
                        item.leaseToken(),
                        item.leaseEuid(),
                        item.fencingToken(),
                        item.attemptNumber()))
            .toList();
    return call.ok(new ClaimedJobs(answer.status(), answer.replayed(), jobs));
  }

  private static void requireSound(Claim claim) {
    RefusedException.throwIfRefused(RequestValidation.refusal(claim));
  }

  private static Claim command(JobClaim body, String worker) {
    return ClaimBuilder.builder()
        .meta(body.meta())
        .workerEuid(worker)
        .queueKey(body.kind())
        .maxItems(body.maxItems())
        .payload(named(body.leaseHolder(), body.leaseName()))
        .leaseTtlSeconds(body.leaseTtlSeconds())
        .build();
  }

  private static ObjectNode named(String holder, String name) {
    var payload = Json.object().put("lease_holder", holder);
    return name == null ? payload : payload.put("lease_name", name);
  }

  private String worker(Caller caller, String executor, String holder) {
    var key = "job:" + executor + ":" + holder;
    var known = engine.reads().substrate().worker(caller.tenantId(), key);
    if (known != null) {
      return known;
    }
    boolean person = !caller.is(Role.WORKER_SERVICE) && !caller.is(Role.ADMIN);
    var register =
        RegisterWorkerBuilder.builder()
            .meta(RequestMeta.key("first claim"))
            .workerKey(key)
            .displayName(holder)
            .workerType(person ? WorkerType.HUMAN_SESSION : WorkerType.SERVICE)
            .capabilities(List.of(executor))
            .maxConcurrentLeases(LEASES)
            .build();
    return engine.execute(caller, register).workerEuid();
  }
}
