package io.tapline.engine.testing;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.OnFailure;
import io.tapline.api.ResolutionState;
import io.tapline.api.Role;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Clean;
import io.tapline.api.request.CloseSession;
import io.tapline.api.request.Command;
import io.tapline.api.request.Compensate;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.CreateSubscription;
import io.tapline.api.request.CreateSubscription.EventFilter;
import io.tapline.api.request.CreateSubscription.Spawn;
import io.tapline.api.request.CreateToken;
import io.tapline.api.request.CreateWebhook;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.FailOverdue;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.OpenSession;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.RedeliverEvent;
import io.tapline.api.request.RegisterJob;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RenewSession;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.RetireJob;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.RetireSubscription;
import io.tapline.api.request.RetireWebhook;
import io.tapline.api.request.RevokeToken;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.SetCallbackSecret;
import io.tapline.api.request.SettleDelivery;
import io.tapline.api.request.SettleDependencies;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.api.request.UpdateQueue;
import io.tapline.api.request.UpdateWebhook;
import io.tapline.api.request.WebhookFieldsBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.tapdb.Json;
import java.util.List;

/** For each action, a world in which it can be carried out, and the request that does. */
public final class EveryAction {

  private static final String QUEUE = InspectedTenant.QUEUE;
  private static final String HASH = Json.sha256("a secret");

  /**
   * A request that will succeed.
   *
   * @param other the same request with another payload under the same key
   */
  public record Ask(Caller caller, Command command, Command other) {}

  private final InspectedTenant lab;

  public EveryAction(InspectedTenant lab) {
    this.lab = lab;
  }

  public Ask ask(ActionKey action) {
    var meta = RequestMeta.key(InspectedTenant.key());
    var any = StatePrecondition.NOTHING;
    return switch (action) {
      case PREPARE_SUBJECT -> {
        var properties = Json.object().put("sample", "S-1");
        var prepare = new Prepare(meta, Enqueue.TASK, "S", properties, null);
        yield new Ask(lab.operator, prepare, AlteredRecord.with(prepare, "subject_name", "T"));
      }
      case ENQUEUE_SUBJECT -> {
        var enqueue = Enqueue.task(meta.idempotencyKey(), QUEUE, Json.object().put("n", 1));
        yield new Ask(lab.operator, enqueue, AlteredRecord.with(enqueue, "priority", 5));
      }
      case CLAIM_QUEUE_ITEM -> {
        lab.enqueue(QUEUE, 3);
        var claim = Claim.batch(meta.idempotencyKey(), worker(), QUEUE, 20, true);
        yield new Ask(lab.service, claim, AlteredRecord.with(claim, "max_items", 2));
      }
      case START_QUEUE_EXECUTION -> {
        var item = leased(false);
        var start = new Start(meta, item.subjectEuid(), item.worker, item.leaseEuid(), any);
        yield new Ask(lab.service, start, AlteredRecord.with(start, "expect.state", "READY"));
      }
      case COMPLETE_QUEUE_EXECUTION -> {
        var item = leased(true);
        var complete =
            AlteredRecord.with(
                Complete.of(
                    meta.idempotencyKey(), item.subjectEuid(), item.worker, item.leaseEuid()),
                "result_payload",
                Json.parse("{\"z\": [1, 2.50, 1e3], \"a\": {\"yes\": true, \"no\": null}}"));
        yield new Ask(lab.service, complete, complete.next("elsewhere", null));
      }
      case FAIL_QUEUE_EXECUTION -> {
        var item = leased(true);
        var fail =
            Fail.of(
                meta.idempotencyKey(),
                item.subjectEuid(),
                item.worker,
                item.leaseEuid(),
                ErrorClass.PERMANENT_INPUT,
                "bad");
        yield new Ask(
            lab.service, fail, AlteredRecord.with(fail, "error_class", "TRANSIENT_SYSTEM"));
      }
      case RELEASE_QUEUE_LEASE -> {
        var item = leased(true);
        var release = new Release(meta, item.worker, item.leaseEuid(), any, false, null);
        yield new Ask(lab.service, release, AlteredRecord.with(release, "reason", "tired"));
      }
      case RENEW_QUEUE_LEASE -> {
        var item = leased(true);
        var renew = new Renew(meta, item.worker, item.leaseEuid(), any);
        yield new Ask(lab.service, renew, AlteredRecord.with(renew, "expect.state", "RUNNING"));
      }
      case REPORT_PROGRESS -> {
        var item = leased(true);
        var progress =
            new ReportProgress(
                meta, item.subjectEuid(), item.worker, item.leaseEuid(), any, 0.25, "a quarter");
        yield new Ask(lab.service, progress, AlteredRecord.with(progress, "fraction", 0.5));
      }
      case EXPIRE_QUEUE_LEASE -> {
        var expire = new ExpireLease(meta, any, leased(true).leaseEuid(), "stuck");
        yield new Ask(lab.admin, expire, AlteredRecord.with(expire, "reason", "very stuck"));
      }
      case DISPATCH_EXTERNAL -> {
        var item = leased(true);
        var dispatch = dispatch(meta, item);
        yield new Ask(lab.service, dispatch, AlteredRecord.with(dispatch, "external_ref", "run-2"));
      }
      case RECORD_EXTERNAL_RESULT -> {
        var item = leased(true);
        lab.engine().execute(lab.service, dispatch(RequestMeta.key(InspectedTenant.key()), item));
        var result =
            ExternalResultBuilder.builder()
                .meta(meta)
                .subjectEuid(item.subjectEuid())
                .expect(any)
                .externalRef("run-1")
                .outcome(ExecutionState.RUNNING)
                .workerEuid(item.worker)
                .build();
        yield new Ask(lab.operator, result, AlteredRecord.with(result, "outcome", "COMPLETED"));
      }
      case PLACE_EXECUTION_HOLD -> {
        var hold = new PlaceHold(meta, leased(true).subjectEuid(), any, null, "QC", "look");
        yield new Ask(lab.operator, hold, AlteredRecord.with(hold, "hold_code", "OTHER"));
      }
      case RELEASE_EXECUTION_HOLD -> {
        var hold = lab.hold(lab.enqueue(QUEUE)).holdEuid();
        var release = new ReleaseHold(meta, any, hold, "checked");
        yield new Ask(
            lab.operator, release, AlteredRecord.with(release, "reason", "checked twice"));
      }
      case REQUEUE_SUBJECT -> {
        var requeue = Requeue.of(meta.idempotencyKey(), deadSubject(), "again");
        yield new Ask(lab.operator, requeue, AlteredRecord.with(requeue, "priority", 9));
      }
      case CANCEL_SUBJECT_EXECUTION -> {
        var cancel = new Cancel(meta, leased(true).subjectEuid(), any, false, "not needed");
        yield new Ask(lab.operator, cancel, AlteredRecord.with(cancel, "soft", true));
      }
      case RESOLVE_DEAD_LETTER -> {
        var item = leased(true);
        var letter = lab.fail(item.worker, item.item, ErrorClass.PERMANENT_INPUT).deadLetterEuid();
        var resolve = new ResolveDeadLetter(meta, any, letter, ResolutionState.IGNORED, "seen");
        yield new Ask(
            lab.operator, resolve, AlteredRecord.with(resolve, "resolution_state", "CANCELED"));
      }
      case DEAD_LETTER_SUBJECT -> {
        var letter =
            new SendToDeadLetter(
                meta, leased(true).subjectEuid(), any, "parse_error", "input", "unreadable");
        yield new Ask(lab.operator, letter, AlteredRecord.with(letter, "stage", "fetch"));
      }
      case FAIL_OVERDUE_SUBJECT -> {
        var overdue = new FailOverdue(meta, late(), any, "too late");
        yield new Ask(lab.admin, overdue, AlteredRecord.with(overdue, "reason", "far too late"));
      }
      case CREATE_WORKFLOW -> {
        var workflow = workflow(meta, "m");
        yield new Ask(lab.operator, workflow, workflow(meta, "n"));
      }
      case COMPENSATE_SUBJECT -> {
        var undone = new Compensate(meta, deadSubject(), any, "undone by hand");
        yield new Ask(lab.admin, undone, AlteredRecord.with(undone, "reason", "by both hands"));
      }
      case SETTLE_DEPENDENCIES -> {
        var settle = new SettleDependencies(meta, unsettled(), any, "look");
        yield new Ask(lab.admin, settle, AlteredRecord.with(settle, "reason", "look again"));
      }
      case CLEAN_SUBJECT -> {
        var clean = new Clean(meta, finished(), any, "old");
        yield new Ask(lab.admin, clean, AlteredRecord.with(clean, "reason", "very old"));
      }
      case CREATE_SUBSCRIPTION ->
          new Ask(lab.admin, subscription(meta, "one"), subscription(meta, "another"));
      case RETIRE_SUBSCRIPTION -> {
        var made =
            lab.engine()
                .execute(lab.admin, subscription(RequestMeta.key(InspectedTenant.key()), "one"));
        var euid = made.document().path("subscription_euid").asString();
        var retire = new RetireSubscription(meta, euid, "not needed");
        yield new Ask(lab.admin, retire, AlteredRecord.with(retire, "reason", "not wanted"));
      }
      case SWITCH_SUBSTRATE -> {
        var flip = new SwitchSubstrate(meta, true, "open for business");
        yield new Ask(lab.admin, flip, AlteredRecord.with(flip, "reason", "again"));
      }
      case CREATE_QUEUE -> {
        var create =
            new CreateQueue(meta, "q-" + InspectedTenant.key(), InspectedTenant.fields(60, 3));
        yield new Ask(lab.admin, create, AlteredRecord.with(create, "fields.manual_only", true));
      }
      case UPDATE_QUEUE -> {
        var key = "q-" + InspectedTenant.key();
        lab.queue(key);
        var fields =
            Json.read("{\"lease_ttl_seconds\": 30}", io.tapline.api.request.QueueFields.class);
        var update = new UpdateQueue(meta, key, 1L, fields, "slow");
        yield new Ask(
            lab.admin, update, AlteredRecord.with(update, "fields.lease_ttl_seconds", 31));
      }
      case RETIRE_QUEUE -> {
        var key = "q-" + InspectedTenant.key();
        lab.queue(key);
        var retire = new RetireQueue(meta, key, "old", QUEUE);
        yield new Ask(lab.admin, retire, AlteredRecord.with(retire, "reason", "very old"));
      }
      case REGISTER_JOB -> {
        var name = "job " + InspectedTenant.key();
        var schema = Json.object().put("type", "object");
        var register = new RegisterJob(meta, "room", "analysis", name, schema, worker(), 90, false);
        yield new Ask(lab.service, register, AlteredRecord.with(register, "lease_ttl_seconds", 91));
      }
      case RETIRE_JOB -> {
        var register =
            new RegisterJob(
                RequestMeta.key(InspectedTenant.key()),
                "room",
                "analysis",
                InspectedTenant.key(),
                Json.object(),
                null,
                90,
                false);
        lab.engine().execute(lab.service, register);
        var retire = new RetireJob(meta, register.queueKey(), "nobody is left");
        yield new Ask(lab.service, retire, AlteredRecord.with(retire, "reason", "why not"));
      }
      case SET_CALLBACK_SECRET -> {
        var set = new SetCallbackSecret(meta, QUEUE, "sealed ".repeat(8), "the cluster moved");
        yield new Ask(lab.admin, set, AlteredRecord.with(set, "reason", "it moved back"));
      }
      case REGISTER_WORKER -> {
        var register =
            RegisterWorker.service(
                meta.idempotencyKey(), "w-" + InspectedTenant.key(), 3, "wetlab.extraction");
        yield new Ask(lab.service, register, AlteredRecord.with(register, "host", "another"));
      }
      case HEARTBEAT_WORKER -> {
        var beat =
            HeartbeatBuilder.builder()
                .meta(meta)
                .workerEuid(leased(true).worker)
                .host("host-1")
                .build();
        yield new Ask(lab.service, beat, AlteredRecord.with(beat, "host", "host-2"));
      }
      case DRAIN_WORKER, DISABLE_WORKER, ENABLE_WORKER, RETIRE_WORKER -> {
        var administer = new AdministerWorker(meta, action, leased(true).worker, "maintenance");
        yield new Ask(lab.admin, administer, AlteredRecord.with(administer, "reason", "other"));
      }
      case CREATE_TOKEN -> new Ask(lab.admin, token(meta, "robot"), token(meta, "other"));
      case REVOKE_TOKEN -> {
        var made =
            lab.engine().execute(lab.admin, token(RequestMeta.key(InspectedTenant.key()), "robot"));
        var euid = made.document().path("token_euid").asString();
        var revoke = new RevokeToken(meta, euid, "lost");
        yield new Ask(lab.admin, revoke, AlteredRecord.with(revoke, "reason", "found"));
      }
      case OPEN_SESSION ->
          new Ask(lab.operator, session(meta, "login"), session(meta, "another login"));
      case RENEW_SESSION ->
          new Ask(
              lab.operator, new RenewSession(meta, session()), new RenewSession(meta, session()));
      case CLOSE_SESSION -> {
        var close = CloseSession.one(meta, session(), "logout");
        yield new Ask(lab.operator, close, AlteredRecord.with(close, "reason", "tea"));
      }
      case CREATE_WEBHOOK -> new Ask(lab.admin, webhook(meta, "hook"), webhook(meta, "other"));
      case UPDATE_WEBHOOK -> {
        var fields = WebhookFieldsBuilder.builder().queueKeys(List.of("q")).enabled(false).build();
        var update = new UpdateWebhook(meta, webhook(), 1L, fields, "a pause");
        yield new Ask(lab.admin, update, AlteredRecord.with(update, "reason", "a long pause"));
      }
      case RETIRE_WEBHOOK -> {
        var retire = new RetireWebhook(meta, webhook(), "gone");
        yield new Ask(lab.admin, retire, AlteredRecord.with(retire, "reason", "long gone"));
      }
      case REDELIVER_WEBHOOK_EVENT -> {
        var webhook = webhook();
        var letter =
            lab.engine()
                .execute(lab.admin, givenUp(RequestMeta.key(InspectedTenant.key()), webhook))
                .document()
                .path("dead_letter_euid")
                .asString();
        var redeliver = new RedeliverEvent(meta, webhook, letter, "it is up again");
        yield new Ask(lab.admin, redeliver, AlteredRecord.with(redeliver, "reason", "maybe"));
      }
      case SETTLE_WEBHOOK_DELIVERY -> {
        var settle = givenUp(meta, webhook());
        yield new Ask(lab.admin, settle, AlteredRecord.with(settle, "last_error", "HTTP 410"));
      }
    };
  }

  private static CreateWebhook webhook(RequestMeta meta, String name) {
    var fields =
        WebhookFieldsBuilder.builder()
            .name(name)
            .url("https://192.0.2.1/hook")
            .secret("sealed ".repeat(8))
            .build();
    return new CreateWebhook(meta, fields, "for tests");
  }

  private String webhook() {
    return lab.engine()
        .execute(lab.admin, webhook(RequestMeta.key(InspectedTenant.key()), "hook"))
        .document()
        .path("webhook_euid")
        .asString();
  }

  private static SettleDelivery givenUp(RequestMeta meta, String webhook) {
    var event = Json.object().put("id", "Z-AA-1.0");
    return new SettleDelivery(meta, webhook, null, false, 8, "HTTP 500", event, "no luck");
  }

  private static CreateToken token(RequestMeta meta, String name) {
    return new CreateToken(meta, name, List.of(Role.OPERATOR), null, "for a robot", HASH);
  }

  private static OpenSession session(RequestMeta meta, String reason) {
    return new OpenSession(meta, null, 3600L, 600L, null, reason, null, HASH);
  }

  /** One of the operator's. */
  private String session() {
    return lab.engine()
        .execute(lab.operator, session(RequestMeta.key(InspectedTenant.key()), "login"))
        .document()
        .path("session_euid")
        .asString();
  }

  /** A claim, its worker beside it. */
  private record Leased(String worker, ClaimAnswer.Item item) {
    String subjectEuid() {
      return item.subjectEuid();
    }

    String leaseEuid() {
      return item.leaseEuid();
    }
  }

  private String worker() {
    return lab.worker("w-" + InspectedTenant.key());
  }

  private Leased leased(boolean start) {
    var worker = worker();
    var subject = lab.enqueue(QUEUE);
    var item =
        lab.engine()
            .claim(
                lab.service,
                AlteredRecord.with(
                    Claim.subject(InspectedTenant.key(), worker, subject), "start", start))
            .claims()
            .get(0);
    return new Leased(worker, item);
  }

  private String deadSubject() {
    var item = leased(true);
    lab.fail(item.worker, item.item, ErrorClass.PERMANENT_INPUT);
    return item.subjectEuid();
  }

  private static CreateWorkflow workflow(RequestMeta meta, String name) {
    var first = Enqueue.task(meta.idempotencyKey() + ":first", QUEUE, Json.object().put("n", 1));
    var second = Enqueue.task(meta.idempotencyKey() + ":second", QUEUE, Json.object());
    return new CreateWorkflow(
        meta,
        "pipeline",
        "MOT:" + name,
        "olga",
        List.of(
            new CreateWorkflow.WorkflowStep("first", first, List.of(), null),
            new CreateWorkflow.WorkflowStep("second", second, List.of("first"), OnFailure.WAIT)));
  }

  /** A job that waits for one that is done, and that nobody has looked at since. */
  private String unsettled() {
    var made =
        lab.engine()
            .execute(lab.operator, workflow(RequestMeta.key(InspectedTenant.key()), "m"))
            .document();
    var first = made.at("/jobs/first").asString();
    var worker = worker();
    var item =
        lab.engine()
            .claim(lab.service, Claim.subject(InspectedTenant.key(), worker, first))
            .claims()
            .get(0);
    lab.engine()
        .execute(lab.service, Complete.of(InspectedTenant.key(), first, worker, item.leaseEuid()));
    var third =
        EnqueueBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .templateCode(Enqueue.TASK)
            .subjectName("third")
            .queueKey(QUEUE)
            .ties(
                EnqueueLinksBuilder.builder()
                    .workflow(made.path("workflow_euid").asString())
                    .dependsOn(List.of(first))
                    .build())
            .build();
    return lab.enqueueUnseen(third);
  }

  private static CreateSubscription subscription(RequestMeta meta, String name) {
    return new CreateSubscription(
        meta,
        name,
        EventType.JOB_SUCCEEDED,
        new EventFilter("elsewhere", null, null),
        new Spawn(QUEUE, 1, null, Json.object().put("n", 1)),
        "to go on");
  }

  /** Done, in a queue that keeps nothing. */
  private String finished() {
    var key = "q-" + InspectedTenant.key();
    lab.queue(key, InspectedTenant.fields(60, 3).toBuilder().retentionDays(0).build());
    var worker = worker();
    var subject = lab.enqueue(key);
    var item =
        lab.engine()
            .claim(lab.service, Claim.subject(InspectedTenant.key(), worker, subject))
            .claims()
            .get(0);
    lab.engine()
        .execute(
            lab.service, Complete.of(InspectedTenant.key(), subject, worker, item.leaseEuid()));
    return subject;
  }

  /** A subject whose deadline has passed. */
  private String late() {
    var enqueue =
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()),
            "ties.deadline_at",
            "2020-01-01T00:00:00.000000Z");
    return lab.engine().execute(lab.operator, enqueue).subjectEuid();
  }

  private static Dispatch dispatch(RequestMeta meta, Leased item) {
    return new Dispatch(
        meta,
        item.subjectEuid(),
        item.worker,
        item.leaseEuid(),
        StatePrecondition.NOTHING,
        "run-1",
        null,
        Json.object().put("instrument", "NovaSeq"));
  }
}
