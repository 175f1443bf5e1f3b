package io.tapline.engine;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.ResolutionState;
import io.tapline.api.Role;
import io.tapline.api.WorkerType;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RequeueBuilder;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.testing.InspectedTenant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Random commands of every action on few subjects and few workers. Shared by all threads. */
final class RandomCommands {

  static final String NEXT = "next";

  private static final int REMEMBERED = 12;

  final InspectedTenant lab;
  final List<String> subjects = new CopyOnWriteArrayList<>();
  final List<String> workers;
  private final Caller everyone;
  private final List<Leased> leases = new CopyOnWriteArrayList<>();
  private final List<String> holds = new CopyOnWriteArrayList<>();
  private final List<String> letters = new CopyOnWriteArrayList<>();
  private final List<String> dispatched = new CopyOnWriteArrayList<>();

  record Leased(String worker, ClaimAnswer.Item item) {}

  RandomCommands(InspectedTenant lab, int subjects, List<String> workers) {
    this.lab = lab;
    this.everyone = new Caller(lab.tenantId(), lab.service.principal(), EnumSet.allOf(Role.class));
    this.workers = workers;
    this.subjects.addAll(lab.enqueue(InspectedTenant.QUEUE, subjects));
  }

  /** One step of one thread: a single command, a batch of one action, a claim or a sweep. */
  void step(Random random) {
    int dice = random.nextInt(100);
    if (dice < 25) {
      claim(random);
    } else if (dice < 27) {
      lab.engine().sweep(lab.tenantId());
    } else {
      act(random, dice < 60 ? 1 : 1 + random.nextInt(4));
    }
  }

  private void claim(Random random) {
    var worker = any(random, workers);
    var queue =
        random.nextInt(3) == 0 ? null : random.nextInt(3) == 0 ? NEXT : InspectedTenant.QUEUE;
    var claim =
        random.nextInt(4) == 0
            ? ClaimBuilder.builder()
                .meta(meta())
                .workerEuid(worker)
                .subjectEuid(any(random, subjects))
                .maxItems(1)
                .start(random.nextBoolean())
                .build()
            : ClaimBuilder.builder()
                .meta(meta())
                .workerEuid(worker)
                .queueKey(queue)
                .maxItems(1 + random.nextInt(3))
                .start(random.nextBoolean())
                .build();
    for (var item : lab.engine().claim(lab.service, claim).claims()) {
      remember(leases, new Leased(worker, item));
    }
  }

  private void act(Random random, int size) {
    var make = actions(random).get(random.nextInt(actions(random).size()));
    var commands = new ArrayList<Command>();
    for (int i = 0; i < size; i++) {
      var command = make.apply(random);
      if (command != null && (i == 0 || command.action() == commands.get(0).action())) {
        commands.add(command);
      } else if (commands.isEmpty()) {
        return;
      }
    }
    for (var outcome : carriedOut(random, commands)) {
      if (!outcome.refused()) {
        remember(holds, outcome.answer().holdEuid());
        remember(letters, outcome.answer().deadLetterEuid());
        if (outcome.answer().actionKey() == ActionKey.DISPATCH_EXTERNAL) {
          remember(dispatched, outcome.answer().subjectEuid());
        }
        if (outcome.answer().actionKey() == ActionKey.PREPARE_SUBJECT) {
          subjects.set(random.nextInt(subjects.size()), outcome.answer().subjectEuid());
        }
      }
    }
  }

  /** Half of the reports of one worker request more jobs. */
  private List<ItemOutcome> carriedOut(Random random, List<Command> commands) {
    var kind = commands.get(0).action();
    if (kind != ActionKey.COMPLETE_QUEUE_EXECUTION && kind != ActionKey.FAIL_QUEUE_EXECUTION
        || random.nextBoolean()) {
      return lab.engine().executeAll(everyone, commands);
    }
    var endings = commands.stream().map(LeaseCommand.class::cast).toList();
    var worker = endings.get(0).workerEuid();
    var next =
        ClaimBuilder.builder()
            .meta(meta())
            .workerEuid(worker)
            .queueKey(InspectedTenant.QUEUE)
            .maxItems(1)
            .start(random.nextBoolean())
            .build();
    var reported = lab.engine().report(everyone, endings, next);
    if (reported.claimed() != null && reported.claimed().refusal() == null) {
      for (var item : reported.claimed().orThrow().claims()) {
        remember(leases, new Leased(worker, item));
      }
    }
    return reported.outcomes();
  }

  private List<Function<Random, Command>> actions(Random random) {
    return List.of(
        this::start,
        this::complete,
        this::complete,
        this::fail,
        this::fail,
        this::release,
        this::renew,
        this::renew,
        this::hold,
        this::releaseHold,
        this::releaseHold,
        this::requeue,
        this::requeue,
        this::requeue,
        this::cancel,
        this::expire,
        this::register,
        this::administer,
        this::heartbeat,
        this::dispatch,
        this::externalResult,
        this::externalResult,
        this::resolve,
        this::enqueue,
        this::prepare);
  }

  private Command start(Random random) {
    var l = any(random, leases);
    return l == null
        ? null
        : new Start(
            meta(),
            l.item().subjectEuid(),
            l.worker(),
            l.item().leaseEuid(),
            StatePrecondition.NOTHING);
  }

  private Command complete(Random random) {
    var l = any(random, leases);
    if (l == null) {
      return null;
    }
    var done =
        Complete.of(
            InspectedTenant.key(), l.item().subjectEuid(), l.worker(), l.item().leaseEuid());
    return random.nextBoolean()
        ? done
        : done.next(random.nextBoolean() ? NEXT : InspectedTenant.QUEUE, "go");
  }

  private Command fail(Random random) {
    var l = any(random, leases);
    var classes = ErrorClass.values();
    return l == null
        ? null
        : Fail.of(
            InspectedTenant.key(),
            l.item().subjectEuid(),
            l.worker(),
            l.item().leaseEuid(),
            classes[random.nextInt(classes.length)],
            "it broke");
  }

  private Command release(Random random) {
    var l = any(random, leases);
    return l == null
        ? null
        : new Release(
            meta(), l.worker(), l.item().leaseEuid(), StatePrecondition.NOTHING, false, null);
  }

  private Command renew(Random random) {
    var l = any(random, leases);
    return l == null
        ? null
        : new Renew(meta(), l.worker(), l.item().leaseEuid(), StatePrecondition.NOTHING);
  }

  private Command hold(Random random) {
    return new PlaceHold(
        meta(), any(random, subjects), StatePrecondition.NOTHING, null, "STOP", "stop");
  }

  private Command releaseHold(Random random) {
    var hold = any(random, holds);
    return hold == null ? null : new ReleaseHold(meta(), StatePrecondition.NOTHING, hold, "go on");
  }

  private Command requeue(Random random) {
    return RequeueBuilder.builder()
        .meta(meta())
        .subjectEuid(any(random, subjects))
        .expect(StatePrecondition.NOTHING)
        .queueKey(random.nextBoolean() ? InspectedTenant.QUEUE : null)
        .priority(random.nextInt(5))
        .override(random.nextBoolean())
        .reason("again")
        .build();
  }

  private Command cancel(Random random) {
    return new Cancel(
        meta(),
        any(random, subjects),
        StatePrecondition.NOTHING,
        random.nextBoolean(),
        "not needed");
  }

  private Command expire(Random random) {
    var l = any(random, leases);
    return l == null
        ? null
        : new ExpireLease(meta(), StatePrecondition.NOTHING, l.item().leaseEuid(), "forced");
  }

  private Command register(Random random) {
    return RegisterWorkerBuilder.builder()
        .meta(meta())
        .workerKey("w" + random.nextInt(workers.size()))
        .workerType(WorkerType.SERVICE)
        .maxConcurrentLeases(3)
        .processIdentity("process-" + random.nextInt(1_000))
        .build();
  }

  private Command administer(Random random) {
    var actions =
        List.of(
            ActionKey.DRAIN_WORKER,
            ActionKey.DISABLE_WORKER,
            ActionKey.ENABLE_WORKER,
            ActionKey.ENABLE_WORKER,
            ActionKey.ENABLE_WORKER);
    return new AdministerWorker(
        meta(), actions.get(random.nextInt(actions.size())), any(random, workers), "upkeep");
  }

  private Command heartbeat(Random random) {
    return HeartbeatBuilder.builder().meta(meta()).workerEuid(any(random, workers)).build();
  }

  private Command dispatch(Random random) {
    var l = any(random, leases);
    return l == null
        ? null
        : new Dispatch(
            meta(),
            l.item().subjectEuid(),
            l.worker(),
            l.item().leaseEuid(),
            StatePrecondition.NOTHING,
            "run-1",
            null,
            null);
  }

  private Command externalResult(Random random) {
    var outcomes =
        List.of(
            ExecutionState.READY,
            ExecutionState.RUNNING,
            ExecutionState.COMPLETED,
            ExecutionState.FAILED_RETRYABLE,
            ExecutionState.FAILED_TERMINAL);
    var outcome = outcomes.get(random.nextInt(outcomes.size()));
    // Few subjects are dispatched at a time: a result for any other would seldom be accepted.
    var outside = random.nextInt(4) > 0 ? any(random, dispatched) : null;
    return ExternalResultBuilder.builder()
        .meta(meta())
        .subjectEuid(outside == null ? any(random, subjects) : outside)
        .expect(StatePrecondition.NOTHING)
        .externalRef("run-1")
        .outcome(outcome)
        .workerEuid(outcome == ExecutionState.RUNNING ? any(random, workers) : null)
        .reason("reported")
        .build();
  }

  private Command resolve(Random random) {
    var letter = any(random, letters);
    return letter == null
        ? null
        : new ResolveDeadLetter(
            meta(),
            StatePrecondition.NOTHING,
            letter,
            random.nextBoolean() ? ResolutionState.IGNORED : ResolutionState.CANCELED,
            "known");
  }

  /** A prepared subject is routed; others refuse. New work comes under few keys, so seldom. */
  private Command enqueue(Random random) {
    return random.nextInt(4) > 0
        ? EnqueueBuilder.builder()
            .meta(meta())
            .subjectEuid(any(random, subjects))
            .queueKey(InspectedTenant.QUEUE)
            .build()
        : Enqueue.task("extra-" + random.nextInt(4), InspectedTenant.QUEUE, null);
  }

  private Command prepare(Random random) {
    return PrepareBuilder.builder()
        .meta(RequestMeta.key("prepared-" + random.nextInt(8)))
        .templateCode(Enqueue.TASK)
        .build();
  }

  private static RequestMeta meta() {
    return RequestMeta.key(InspectedTenant.key());
  }

  private static <T> T any(Random random, List<T> list) {
    var now = List.copyOf(list);
    return now.isEmpty() ? null : now.get(random.nextInt(now.size()));
  }

  private static <T> void remember(List<T> list, T value) {
    if (value != null) {
      list.add(value);
      synchronized (list) {
        while (list.size() > REMEMBERED) {
          list.remove(0);
        }
      }
    }
  }
}
