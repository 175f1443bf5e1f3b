package io.tapline.server.jobs;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ClaimedJob;
import io.tapline.api.ClaimedJobs;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.ClaimBuilder;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.CompleteBuilder;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.RegisterWorkerBuilder;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.RequestValidation;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Role;
import io.tapline.engine.model.WorkerType;
import io.tapline.engine.read.job.SubstrateReads;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import java.io.IOException;
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
  static final int HOLDER = 90;

  /** Enough for the maximum of one claim, and for as many again while those are in progress. */
  private static final int LEASES = 1_000;

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
    var body = call.body();
    var f = new RequestFields(body);
    var meta = ActionRequests.meta(call, f, body);
    var executor = executors.require(f.text("executor"));
    var kind = JobText.required("kind", f.text("kind"), Limits.KEY);
    var holder = JobText.required("lease_holder", f.text("lease_holder"), HOLDER);
    var name = JobText.optional("lease_name", f.text("lease_name"), Limits.NAME);
    var items = f.integer("max_items");
    var ttl = f.integer("lease_ttl_seconds");
    var latest = f.time("not_after");
    f.nothingElse();
    kinds.require(call.tenantId(), kind, executor);
    int most = items == null ? 1 : items;
    var payload = named(holder, name);
    // An invalid claim registers no worker.
    requireSound(
        ClaimBuilder.builder()
            .meta(meta)
            .workerEuid(holder)
            .queueKey(kind)
            .maxItems(most)
            .payload(payload)
            .leaseTtlSeconds(ttl)
            .build());
    var worker = worker(call.caller(), executor, holder);
    var claim =
        ClaimBuilder.builder()
            .meta(meta)
            .workerEuid(worker)
            .queueKey(kind)
            .maxItems(most)
            .payload(payload)
            .leaseTtlSeconds(ttl)
            .build()
            .until(latest);
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
    var refusal = RequestValidation.refusal(claim);
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
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

  static Complete complete(
      RequestMeta meta, RequestFields f, String jobId, SubstrateReads.LeaseHolder leaseHolder) {
    var result = JobText.optional("result_ref", f.text("result_ref"), Limits.TEXT);
    return CompleteBuilder.builder()
        .meta(meta)
        .subjectEuid(jobId)
        .workerEuid(leaseHolder.workerEuid())
        .leaseEuid(leaseHolder.leaseEuid())
        .expect(StatePrecondition.NOTHING)
        .resultPayload(result == null ? null : Json.object().put("result_ref", result))
        .outputs(List.of())
        .build();
  }
}
