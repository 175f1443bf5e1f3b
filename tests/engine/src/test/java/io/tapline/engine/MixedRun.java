package io.tapline.engine;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.ResolutionState;
import io.tapline.api.WorkerType;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A tenant in which a bit of everything has happened: subjects by what became of them. */
final class MixedRun {

  static final String NEXT = "post_extract_qc";
  static final String KEEPLESS = "no_dead_letters";

  private final ScratchEngine test;
  final InspectedTenant lab;
  final String worker;
  final Map<String, String> subjects = new LinkedHashMap<>();

  MixedRun(ScratchEngine test) {
    this.test = test;
    lab =
        InspectedTenant.in(test)
            .queue(InspectedTenant.QUEUE)
            .queue(NEXT)
            .queue(KEEPLESS, keepless());
    worker = lab.worker("w1");
    lapsed();
    ended();
    external();
    waiting();
  }

  long uid(String subject) {
    return EuidMint.uidOf(subjects.get(subject)).orElseThrow();
  }

  private void lapsed() {
    enqueue("lapsed");
    lab.claimAndStart(worker, InspectedTenant.QUEUE);
    enqueue("lapsed before its start");
    lab.claimOne(worker, InspectedTenant.QUEUE);
    test.advance(Duration.ofSeconds(61));
    lab.engine().sweep(lab.tenantId());
    enqueue("abandoned");
    register("w2", "first process");
    var second = register("w2", "first process");
    claim(second, "abandoned", true);
    register("w2", "second process");
  }

  private void ended() {
    enqueue("completed");
    var item = claim(worker, "completed", false);
    lab.renew(worker, item);
    lab.start(worker, item);
    lab.complete(worker, item);
    enqueue("completed without start");
    lab.complete(worker, claim(worker, "completed without start", false));
    enqueue("dead");
    lab.fail(worker, claim(worker, "dead", true), ErrorClass.PERMANENT_INPUT);
    enqueue("ignored");
    var letter =
        lab.fail(worker, claim(worker, "ignored", true), ErrorClass.PERMANENT_STATE)
            .deadLetterEuid();
    lab.engine()
        .execute(
            lab.operator,
            new ResolveDeadLetter(
                RequestMeta.key(InspectedTenant.key()),
                StatePrecondition.NOTHING,
                letter,
                ResolutionState.IGNORED,
                "known"));
    enqueue("requeued");
    lab.fail(worker, claim(worker, "requeued", true), ErrorClass.PERMANENT_INPUT);
    lab.requeue(subjects.get("requeued"));
    subjects.put("failed", lab.enqueue(KEEPLESS));
    lab.fail(worker, claim(worker, "failed", true), ErrorClass.PERMANENT_INPUT);
    enqueue("canceled");
    lab.cancel(subjects.get("canceled"), false);
    enqueue("canceled by its worker");
    lab.fail(worker, claim(worker, "canceled by its worker", true), ErrorClass.OPERATOR_CANCELED);
    enqueue("canceled softly");
    item = claim(worker, "canceled softly", true);
    lab.cancel(subjects.get("canceled softly"), true);
    lab.release(worker, item);
  }

  private void external() {
    enqueue("outside");
    dispatch("outside");
    enqueue("came back");
    dispatch("came back");
    result("came back", ExecutionState.COMPLETED, null);
    enqueue("failed outside");
    dispatch("failed outside");
    result("failed outside", ExecutionState.FAILED_RETRYABLE, null);
    enqueue("resumed");
    dispatch("resumed");
    result("resumed", ExecutionState.RUNNING, worker);
  }

  private void waiting() {
    enqueue("released");
    lab.release(worker, claim(worker, "released", true));
    enqueue("retried");
    lab.fail(worker, claim(worker, "retried", true), ErrorClass.TRANSIENT_SYSTEM);
    enqueue("routed");
    var item = claim(worker, "routed", true);
    lab.engine()
        .execute(
            lab.service,
            Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid())
                .next(NEXT, "qc"));
    enqueue("held");
    lab.hold(subjects.get("held"));
    enqueue("held twice, once let go");
    var hold = lab.hold(subjects.get("held twice, once let go")).holdEuid();
    lab.hold(subjects.get("held twice, once let go"));
    lab.releaseHold(hold);
    enqueue("held by its worker");
    lab.fail(worker, claim(worker, "held by its worker", true), ErrorClass.BUSINESS_RULE_HOLD);
    enqueue("let go");
    claim(worker, "let go", true);
    lab.releaseHold(lab.hold(subjects.get("let go")).holdEuid());
    enqueue("leased");
    claim(worker, "leased", false);
    enqueue("running");
    claim(worker, "running", true);
    subjects.put(
        "prepared",
        lab.engine()
            .execute(
                lab.operator,
                new Prepare(
                    RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, "p", Json.object(), null))
            .subjectEuid());
    enqueue("ready");
    subjects.put(
        "bulky",
        lab.engine()
            .execute(
                lab.operator,
                Enqueue.task(
                    InspectedTenant.key(), NEXT, Json.object().put("note", "n".repeat(3_000))))
            .subjectEuid());
    subjects.put("ready next", lab.enqueue(NEXT));
  }

  private void enqueue(String name) {
    subjects.put(name, lab.enqueue(InspectedTenant.QUEUE));
  }

  private ClaimAnswer.Item claim(String by, String name, boolean start) {
    var claim =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(by)
            .subjectEuid(subjects.get(name))
            .maxItems(1)
            .start(start)
            .build();
    return lab.engine().claim(lab.service, claim).claims().get(0);
  }

  private void dispatch(String name) {
    var item = claim(worker, name, true);
    lab.engine()
        .execute(
            lab.service,
            new Dispatch(
                RequestMeta.key(InspectedTenant.key()),
                item.subjectEuid(),
                worker,
                item.leaseEuid(),
                StatePrecondition.NOTHING,
                "run-" + name,
                null,
                null));
  }

  private void result(String name, ExecutionState outcome, String by) {
    lab.engine()
        .execute(
            lab.operator,
            ExternalResultBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .subjectEuid(subjects.get(name))
                .expect(StatePrecondition.NOTHING)
                .externalRef("run-" + name)
                .outcome(outcome)
                .workerEuid(by)
                .reason("reported")
                .build());
  }

  private String register(String key, String process) {
    return lab.engine()
        .execute(
            lab.service,
            RegisterWorkerBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .workerKey(key)
                .workerType(WorkerType.SERVICE)
                .capabilities(List.of())
                .maxConcurrentLeases(100)
                .processIdentity(process)
                .build())
        .workerEuid();
  }

  private static QueueFields keepless() {
    return InspectedTenant.fields(60, 3).toBuilder().deadLetter(false).build();
  }
}
