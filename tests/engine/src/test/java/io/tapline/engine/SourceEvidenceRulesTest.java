package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.ResolutionState;
import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.api.request.Fail;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.HoldStatus;
import io.tapline.engine.read.evidence.DeadLetterFilter;
import io.tapline.engine.read.evidence.LeaseFilter;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TemplatePack;
import io.tapline.tapdb.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rules about evidence that no other test has for its subject: transitions, events, holds,
 * failures.
 */
class SourceEvidenceRulesTest extends SourceFieldChecks {

  private static final String SECRET = "patient Ada L.";

  /** The way on: nobody is asked why. */
  private static final List<String> FORWARD =
      List.of("enqueue_subject", "claim_queue_item", "start_queue_execution");

  @Test
  void every_transition_says_when_who_why_and_under_which_correlation() {
    var enqueue =
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()),
            "meta.correlation_id",
            "order-7");
    var subject = asOperator(enqueue).subjectEuid();
    lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    advance(11);
    lab.start(worker, lab.claimOne(worker, QUEUE));
    advance(61);
    lab.engine().sweep(lab.tenantId());
    lab.claimAndStart(worker, QUEUE);
    lab.releaseHold(lab.hold(subject).holdEuid());
    lab.release(worker, lab.claimAndStart(worker, QUEUE));
    var canceled = lab.claimAndStart(worker, QUEUE);
    lab.cancel(subject, true);
    lab.fail(worker, canceled, ErrorClass.OPERATOR_CANCELED);
    lab.requeue(subject);
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));

    var before = Instant.EPOCH;
    var reasons = new ArrayList<String>();
    for (var action : reads().history().historyOf(lab.tenantId(), subject).actions()) {
      var at = Instant.parse(action.get("at").asString());
      assertThat(at).isBetween(before, evidence.now());
      before = at;
      assertThat(action.get("actor").asString()).isIn("olga", "robot", "system:tapline");
      assertThat(action.get("correlation_id").asString()).isEqualTo("order-7");
      if (action.has("reason")) {
        reasons.add(action.get("reason").asString());
      } else if (!FORWARD.contains(action.get("action_key").asString())) {
        // A worker's own end of its work says why on lease and record.
        var lease = evidence.properties(action.get("lease_euid").asString());
        reasons.add(lease.get("release_reason").asString());
      }
    }
    assertThat(reasons)
        .containsExactly(
            "FAILED_RETRYABLE",
            "lease lapsed",
            "contaminated?",
            "checked",
            "RELEASED_BY_WORKER",
            "not needed",
            "OPERATOR_CANCELED",
            "try again",
            "COMPLETED");
    assertThat(lab.events().page(lab.tenantId(), FeedCursor.START, subject, null, 100).items())
        .hasSizeGreaterThan(15)
        .allSatisfy(
            event -> {
              assertThat(event.ts()).isNotNull();
              assertThat(event.actor()).isNotBlank();
              assertThat(event.correlationId()).isEqualTo("order-7");
              assertThat(event.version()).isEqualTo(1);
            });
  }

  @Test
  void what_nobody_asked_for_says_why_too() {
    lab.queue("brief", InspectedTenant.fields(60, 3).toBuilder().retentionDays(0).build());
    var late =
        asOperator(
                AlteredRecord.with(
                    Enqueue.task(InspectedTenant.key(), "brief", Json.object()),
                    "ties",
                    Json.tree(EnqueueLinks.of(evidence.now().plusSeconds(30)))))
            .subjectEuid();
    var done = lab.enqueue("brief");
    lab.cancel(done, false);
    advance(31);
    lab.engine().sweep(lab.tenantId());
    lab.engine().cleanUp(lab.tenantId());
    assertThat(last(late)).containsExactly("fail_overdue_subject", "deadline passed");
    assertThat(last(done)).containsExactly("clean_subject", "past its retention");
    var dead = lab.enqueue(QUEUE);
    asOperator(
        new SendToDeadLetter(
            RequestMeta.key(InspectedTenant.key()),
            dead,
            StatePrecondition.NOTHING,
            "parse_error",
            "fetch",
            "it is torn"));
    assertThat(last(dead)).containsExactly("dead_letter_subject", "it is torn");
  }

  private List<String> last(String subject) {
    var actions = reads().history().historyOf(lab.tenantId(), subject).actions();
    var action = actions.get(actions.size() - 1);
    assertThat(action.get("actor").asString()).isNotBlank();
    assertThat(action.get("at").asString()).isNotBlank();
    return List.of(action.get("action_key").asString(), action.get("reason").asString());
  }

  @Test
  void an_event_says_which_and_what_but_nothing_that_anyone_wrote_about_it() {
    for (var errorClass : ErrorClass.values()) {
      asOperator(Enqueue.task(InspectedTenant.key(), QUEUE, Json.object().put("patient", SECRET)));
      var item = lab.claimAndStart(worker, QUEUE);
      lab.engine()
          .execute(
              lab.service,
              Fail.of(
                  InspectedTenant.key(),
                  item.subjectEuid(),
                  worker,
                  item.leaseEuid(),
                  errorClass,
                  SECRET));
      advance(1);
    }
    var events = lab.events().after(lab.tenantId(), FeedCursor.START, 1_000).events();
    assertThat(events).hasSizeGreaterThan(20);
    assertThat(events)
        .allSatisfy(event -> assertThat(Json.print(event)).doesNotContain("patient", "Ada L."));
    assertThat(events)
        .allSatisfy(
            event ->
                has(
                    Json.tree(event),
                    "id job_id type ts actor correlation_id cause payload version"));
  }

  @Test
  void a_hold_leaves_who_when_what_why_and_by_which_software() {
    var subject = lab.enqueue(QUEUE);
    var hold = lab.hold(subject).holdEuid();
    var action = reads().history().historyOf(lab.tenantId(), subject).actions().get(1);
    assertThat(action.get("action_key").asString()).isEqualTo("place_execution_hold");
    assertThat(action.get("actor").asString()).isEqualTo("olga");
    assertThat(action.get("role").asString()).isEqualTo("OPERATOR");
    assertThat(action.get("reason").asString()).isEqualTo("contaminated?");
    assertThat(action.get("from_state").asString()).isEqualTo("READY");
    assertThat(action.get("to_state").asString()).isEqualTo("HELD");
    assertThat(action.get("software_version").asString()).startsWith("tapline/");
    assertThat(Instant.parse(action.get("at").asString())).isBeforeOrEqualTo(evidence.now());
    assertThat(evidence.children(action.get("action_euid").asString(), "executed_on"))
        .containsExactly(subject);
    assertThat(evidence.children(action.get("action_euid").asString(), "executed_by"))
        .isEqualTo(evidence.parents(hold, "execution_actor_hold"))
        .hasSize(1);
  }

  @Test
  void a_terminal_failure_can_be_reviewed_from_its_envelope_and_all_its_evidence() {
    var subject = lab.enqueue(QUEUE);
    lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    advance(11);
    var item = failForGood(lab.claimAndStart(worker, QUEUE));
    var history = reads().history().historyOf(lab.tenantId(), subject);
    assertThat(history.leases()).hasSize(2);
    assertThat(history.records())
        .extracting(record -> record.get("status").asString())
        .containsExactly("FAILED_RETRYABLE", "FAILED_TERMINAL");
    assertThat(history.deadLetters()).hasSize(1);
    assertThat(history.actions())
        .extracting(action -> action.get("action_key").asString())
        .containsExactly(
            "enqueue_subject",
            "claim_queue_item",
            "fail_queue_execution",
            "claim_queue_item",
            "fail_queue_execution");
    var view = reads().subjects().one(lab.tenantId(), subject, null);
    assertThat(view.execution().lastExecutionRecordEuid()).isEqualTo(item.recordEuid());
  }

  @Test
  void leases_holds_dead_letters_and_workers_are_listed_by_their_status() {
    lab.enqueue(QUEUE, 3);
    var running = lab.claimAndStart(worker, QUEUE);
    var dead = failForGood(lab.claimAndStart(worker, QUEUE));
    var held = lab.claimAndStart(worker, QUEUE);
    lab.hold(held.subjectEuid());
    var tenant = lab.tenantId();
    var lists = reads().evidence();
    assertThat(
            lists.leases(tenant, LeaseFilter.of(LeaseStatus.ACTIVE, null, null), 10, null).items())
        .extracting(lease -> lease.get("lease_euid").asString())
        .containsExactly(running.leaseEuid());
    assertThat(lists.holds(tenant, HoldStatus.ACTIVE, 10, null).items())
        .extracting(hold -> hold.get("subject_lookup_euid").asString())
        .containsExactly(held.subjectEuid());
    assertThat(
            lists
                .deadLetters(
                    tenant, new DeadLetterFilter(ResolutionState.OPEN, QUEUE, null, null), 10, null)
                .items())
        .extracting(letter -> letter.get("subject_lookup_euid").asString())
        .containsExactly(dead.subjectEuid());
    assertThat(reads().workers().list(tenant, null, 10, null).items())
        .extracting(one -> one.workerEuid())
        .containsExactly(worker);
    assertThat(reads().queues().all(tenant)).hasSize(2);
  }

  @Test
  void what_a_prefix_spells_changes_nothing() {
    var pack = Json.object();
    pack.put("pack", Engine.PACK.name()).put("version", Engine.PACK.version());
    var templates = pack.putArray("templates");
    var entries = Engine.PACK.templates();
    for (int i = 0; i < entries.size(); i++) {
      // Each template under another one's prefix: a subject looks like an action, a lease like a
      // worker.
      var other = entries.get((i + 7) % entries.size()).prefix();
      templates.add(((ObjectNode) entries.get(i).json()).deepCopy().put("prefix", other));
    }
    long tenant =
        new Tenants(test.owner())
            .create(
                "disguised", "disguised", List.of(TemplatePack.of("disguised", pack.toString())));
    var ada = new Caller(tenant, "ada", Set.of(Role.ADMIN));
    var engine = lab.engine();
    engine.execute(
        ada, new CreateQueue(RequestMeta.key("q"), QUEUE, InspectedTenant.fields(60, 3)));
    var robot = engine.execute(ada, RegisterWorker.service("w", "w1", 1)).workerEuid();
    var subject = engine.execute(ada, Enqueue.task("e", QUEUE, null)).subjectEuid();
    var item = engine.claim(ada, Claim.one("c", robot, QUEUE)).claims().get(0);
    engine.execute(ada, Complete.of("d", subject, robot, item.leaseEuid()));
    assertThat(engine.reads().subjects().one(tenant, subject, null).execution().state())
        .isEqualTo(ExecutionState.COMPLETED);
    assertThat(new InvariantChecker(engine).check(tenant)).isEmpty();
  }
}
