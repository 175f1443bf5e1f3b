package io.tapline.engine;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Many claimers at once on jobs that meet every fault there is, until all have ended. It keeps its
 * own books, which know nothing of the engine's evidence: who owns which job, and what was
 * accepted.
 */
final class FaultyLoad {

  static final int CLAIMERS = 64;

  private static final String JOBS = "jobs";
  private static final int AT_ONCE = 16;
  private static final int FEW = 3;
  private static final int ROUNDS = 40;

  /**
   * Longer than a round takes on any machine: leases lapse when the clock is moved, and then only.
   */
  private static final int LEASE_SECONDS = 600;

  private final InspectedTenant lab;
  private final List<String> workers = new ArrayList<>();
  private final Map<String, String> owners = new ConcurrentHashMap<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Map<EventType, AtomicLong> expectedEvents = new ConcurrentHashMap<>();
  private final List<String> jobs;
  private final long seed;

  FaultyLoad(InspectedTenant lab, int count, long seed) {
    this.lab = lab.queue(JOBS, InspectedTenant.fields(LEASE_SECONDS, 3));
    this.seed = seed;
    this.jobs = lab.enqueue(JOBS, count);
    expectEvents(EventType.JOB_ENQUEUED, count);
    for (int i = 0; i < CLAIMERS; i++) {
      workers.add(lab.worker("claimer-" + i));
    }
  }

  List<String> jobs() {
    return jobs;
  }

  /** Two owners at once, and what should have been accepted or refused and was not. */
  Queue<String> faults() {
    return faults;
  }

  /** Number of events of the accepted requests; a lapse is not requested. */
  long expectedEvents(EventType type) {
    return expectedEvents.getOrDefault(type, new AtomicLong()).get();
  }

  long expectedEvents() {
    return expectedEvents.values().stream().mapToLong(AtomicLong::get).sum();
  }

  FaultyLoad run() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      int number = round;
      // All is claimed before the first of them ends anything: two owners would be seen. In small
      // batches, so that many look where another has just been.
      var first =
          SimultaneousThreads.of(CLAIMERS, claimer -> claimAll(claimer, random(number, claimer)));
      if (first.stream().allMatch(List::isEmpty)) {
        return this;
      }
      SimultaneousThreads.of(
          CLAIMERS,
          claimer -> {
            var random = random(number, claimer);
            for (var items = first.get(claimer); !items.isEmpty(); ) {
              meetAll(random, claimer, items);
              items = claim(claimer, random, AT_ONCE);
            }
            return null;
          });
      if (!faults.isEmpty()) {
        return this;
      }
      // A worker that was lost owns nothing from now on, and work that waits for a retry may be
      // tried.
      owners.clear();
      lab.advance(Duration.ofSeconds(2 * LEASE_SECONDS));
      if (round % 2 == 0) {
        lab.engine().sweep(lab.tenantId());
      }
    }
    throw new AssertionError("there is still work after " + ROUNDS + " rounds");
  }

  private Random random(int round, int claimer) {
    return new Random(seed + 1_000L * round + claimer);
  }

  /** Until there is nothing left that nobody has. */
  private List<ClaimAnswer.Item> claimAll(int claimer, Random random) {
    var all = new ArrayList<ClaimAnswer.Item>();
    for (var items = claim(claimer, random, FEW); !items.isEmpty(); ) {
      all.addAll(items);
      items = claim(claimer, random, FEW);
    }
    return all;
  }

  private List<ClaimAnswer.Item> claim(int claimer, Random random, int most) {
    boolean start = random.nextBoolean();
    var items = ask(workers.get(claimer), start, most);
    for (var item : items) {
      var owner = owners.putIfAbsent(item.subjectEuid(), item.leaseEuid());
      if (owner != null) {
        faults.add(item.subjectEuid() + ": " + item.leaseEuid() + " was granted under " + owner);
      }
    }
    expectEvents(EventType.JOB_CLAIMED, items.size());
    expectEvents(EventType.JOB_STARTED, start ? items.size() : 0);
    return items;
  }

  /** Told to ask again, as a claim is on a machine that is very busy, it does. */
  private List<ClaimAnswer.Item> ask(String worker, boolean start, int most) {
    while (true) {
      try {
        return lab.claim(worker, JOBS, most, start).claims();
      } catch (StoreException e) {
        if (!e.isLockNotAvailable()) {
          throw e;
        }
      }
    }
  }

  private void meetAll(Random random, int claimer, List<ClaimAnswer.Item> items) {
    var fates = new ArrayList<List<ClaimAnswer.Item>>();
    for (int i = 0; i < 12; i++) {
      fates.add(new ArrayList<>());
    }
    items.forEach(item -> fates.get(random.nextInt(fates.size())).add(item));
    for (int fate = 0; fate < fates.size(); fate++) {
      if (!fates.get(fate).isEmpty()) {
        meet(fate, workers.get(claimer), fates.get(fate));
      }
    }
  }

  private void meet(int fate, String worker, List<ClaimAnswer.Item> items) {
    switch (fate) {
      case 0 -> end(items, fail(worker, ErrorClass.TRANSIENT_SYSTEM), FaultyLoad::ofFailure);
      case 1 -> end(items, fail(worker, ErrorClass.PERMANENT_INPUT), FaultyLoad::ofFailure);
      case 2 -> end(items, release(worker), FaultyLoad::ofRelease);
      case 3 -> {
        over(items);
        all(lab.operator, items, cancel(false), answer -> EventType.JOB_CANCELLED);
      }
      case 4 -> {
        over(items);
        var held = all(lab.operator, items, FaultyLoad::hold, answer -> EventType.JOB_HELD);
        all(lab.operator, held, FaultyLoad::letGo, answer -> EventType.JOB_HOLD_RELEASED);
      }
      case 5 -> {
        // Lost: nobody says anything.
      }
      case 6 -> {
        all(lab.service, items, renew(worker), answer -> EventType.JOB_LEASE_RENEWED);
        complete(worker, items);
        // Too late: refused, and nothing happens.
        for (var item : items) {
          var late = List.of(fail(worker, ErrorClass.TRANSIENT_SYSTEM).apply(item));
          var outcome = lab.engine().executeAll(lab.service, late).get(0);
          if (!outcome.refused() || outcome.refusal().code() != Code.LEASE_NOT_ACTIVE) {
            faults.add(item.subjectEuid() + ": a late failure was not refused as such");
          }
        }
      }
      case 7 -> {
        askToStop(items);
        end(items, release(worker), FaultyLoad::ofRelease);
      }
      case 8 -> {
        askToStop(items);
        complete(worker, items);
      }
      case 9 -> askToStop(items);
      default -> complete(worker, items);
    }
  }

  private static EventType ofFailure(ActionAnswer answer) {
    return switch (((Envelope) answer.result()).state()) {
      case FAILED_RETRYABLE -> EventType.JOB_RETRY_SCHEDULED;
      case CANCELED -> EventType.JOB_CANCELLED;
      default -> EventType.JOB_DEAD_LETTERED;
    };
  }

  private static EventType ofRelease(ActionAnswer answer) {
    return ((Envelope) answer.result()).terminal()
        ? EventType.JOB_CANCELLED
        : EventType.JOB_RELEASED;
  }

  private void askToStop(List<ClaimAnswer.Item> items) {
    all(lab.operator, items, cancel(true), answer -> EventType.JOB_CANCEL_REQUESTED);
  }

  /** Its owners let go before they say so, so that no other can be granted it sooner. */
  private void end(
      List<ClaimAnswer.Item> items,
      Function<ClaimAnswer.Item, Command> command,
      Function<ActionAnswer, EventType> event) {
    over(items);
    all(lab.service, items, command, event);
  }

  /** A completion of work that was never started starts it, too. */
  private void complete(String worker, List<ClaimAnswer.Item> items) {
    expectEvents(
        EventType.JOB_STARTED,
        items.stream().filter(item -> item.state() != ExecutionState.RUNNING).count());
    end(
        items,
        item -> Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid()),
        answer -> EventType.JOB_SUCCEEDED);
  }

  private void over(List<ClaimAnswer.Item> items) {
    items.forEach(item -> owners.remove(item.subjectEuid(), item.leaseEuid()));
  }

  /** Each is accepted and has the event of its answer. */
  private <T> List<ActionAnswer> all(
      Caller caller,
      List<T> about,
      Function<T, Command> command,
      Function<ActionAnswer, EventType> event) {
    var accepted = new ArrayList<ActionAnswer>();
    for (var outcome :
        lab.engine().executeAll(caller, about.stream().map(command::apply).toList())) {
      if (outcome.refused()) {
        faults.add(outcome.refusal().toString());
      } else {
        accepted.add(outcome.answer());
        expectEvents(event.apply(outcome.answer()), 1);
      }
    }
    return accepted;
  }

  private void expectEvents(EventType type, long count) {
    expectedEvents.computeIfAbsent(type, one -> new AtomicLong()).addAndGet(count);
  }

  private static Function<ClaimAnswer.Item, Command> fail(String worker, ErrorClass error) {
    return item ->
        Fail.of(
            InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid(), error, "it broke");
  }

  private static Function<ClaimAnswer.Item, Command> release(String worker) {
    return item ->
        new Release(
            RequestMeta.key(InspectedTenant.key()),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            false,
            null);
  }

  private static Function<ClaimAnswer.Item, Command> renew(String worker) {
    return item ->
        new Renew(
            RequestMeta.key(InspectedTenant.key()),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING);
  }

  private static Function<ClaimAnswer.Item, Command> cancel(boolean soft) {
    return item ->
        new Cancel(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            StatePrecondition.NOTHING,
            soft,
            "not needed");
  }

  private static Command hold(ClaimAnswer.Item item) {
    return new PlaceHold(
        RequestMeta.key(InspectedTenant.key()),
        item.subjectEuid(),
        StatePrecondition.NOTHING,
        null,
        "QC_REVIEW",
        "look at it");
  }

  private static Command letGo(ActionAnswer held) {
    return new ReleaseHold(
        RequestMeta.key(InspectedTenant.key()),
        StatePrecondition.NOTHING,
        held.holdEuid(),
        "checked");
  }
}
