package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.engine.decide.ProtocolState.Message;
import io.tapline.engine.decide.ProtocolState.ServerSide;
import io.tapline.engine.decide.ProtocolState.Verb;
import io.tapline.engine.decide.ProtocolState.WorkerSide;
import io.tapline.engine.model.Lease;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Two workers, two servers and one database, in every order in which anything can happen to one
 * piece of work: requests that are lost, late or there twice, answers that are lost, workers that
 * forget, leases that lapse. Decisions are the engine's own; the steps around them (look up the
 * answer, lock, look again, decide, write) are those of the pipeline, and a variant leaves one of
 * them out.
 */
final class LeaseProtocol {

  /** Half a lease: two steps, and it has lapsed. */
  private static final int STEP = ProtocolStore.TTL / 2;

  private static final String NO_WORK = "NO_WORK";
  private static final int SKEW = 2 * STEP;

  /**
   * The bounds of the exploration. Each request may arrive twice.
   *
   * @param firstClaims number of claims of the first worker
   * @param secondClaims number of claims of the second worker
   * @param renewers number of workers that renew, once each
   * @param crashes number of times that a worker loses its memory
   * @param halfLeases the duration
   */
  record World(int firstClaims, int secondClaims, int renewers, int crashes, int halfLeases) {

    int claims(int worker) {
      return worker == 0 ? firstClaims : secondClaims;
    }

    int end() {
      return halfLeases * STEP;
    }
  }

  private final World world;
  private final ProtocolVariant variant;
  private final Map<ProtocolState, ProtocolState> cameFrom = new HashMap<>();
  private final Map<ProtocolStore, Boolean> finishing = new HashMap<>();
  private final ArrayDeque<ProtocolState> open = new ArrayDeque<>();
  private ProtocolState current;
  private String breach;

  LeaseProtocol(World world, ProtocolVariant variant) {
    this.world = world;
    this.variant = variant;
  }

  /** Looks at every state that can be reached; null when none of them breaks a promise. */
  String explore() {
    var idle = new WorkerSide(null, false, 0, 0, 0, 0);
    var start =
        new ProtocolState(
            ProtocolStore.fresh(),
            0,
            List.of(idle, idle),
            List.of(ServerSide.IDLE, ServerSide.IDLE),
            new TreeMap<>(),
            world.crashes());
    cameFrom.put(start, start);
    open.add(start);
    while (!open.isEmpty() && breach == null) {
      current = open.removeFirst();
      check();
      for (int i = 0; i < 2 && breach == null; i++) {
        work(i);
        serve(i);
      }
      if (current.now() < world.end()) {
        reach(current.later(STEP));
      }
    }
    return breach;
  }

  int states() {
    return cameFrom.size();
  }

  private void reach(ProtocolState reached) {
    // Two servers are as good as each other, unless one has a clock of its own.
    var next =
        variant == ProtocolVariant.LAPSE_BY_SERVERS_CLOCK ? reached : reached.serversInOrder();
    if (breach == null && cameFrom.putIfAbsent(next, current) == null) {
      open.add(next);
    }
  }

  private void work(int number) {
    var worker = current.workers().get(number);
    if (worker.waiting() != null) {
      if (!worker.resent()) {
        reach(current.worker(number, worker.asksAgain()).net(worker.waiting(), 1));
      }
    } else if (worker.lease() == 0) {
      if (worker.claims() < world.claims(number)) {
        send(number, worker, Verb.CLAIM);
      }
    } else {
      if (number < world.renewers() && worker.renewals() == 0) {
        send(number, worker, Verb.RENEW);
      }
      send(number, worker, Verb.COMPLETE);
    }
    if (current.crashes() > 0 && (worker.waiting() != null || worker.lease() != 0)) {
      reach(current.crash(number));
    }
  }

  private void send(int number, WorkerSide worker, Verb verb) {
    var key = number + "-" + verb + "-" + (verb == Verb.CLAIM ? worker.claims() : worker.lease());
    int sentAt = variant == ProtocolVariant.LAPSE_BY_WORKERS_CLOCK ? current.now() : 0;
    var message = new Message(key, number, verb, worker.lease(), sentAt);
    reach(current.worker(number, worker.asks(message)).net(message, 1));
  }

  private void serve(int number) {
    var server = current.servers().get(number);
    if (server.busy()) {
      commit(number, server);
      return;
    }
    for (var message : current.net().keySet()) {
      var taken = current.net(message, -1);
      if (variant != ProtocolVariant.REPLAY_NOT_REMEMBERED
          && current.store().answers.containsKey(message.key())) {
        answer(taken, message, current.store().answers.get(message.key()));
      } else {
        reach(taken.server(number, new ServerSide(true, message, seen(message.verb()))));
      }
    }
    if (current.store().lapsed(current.now()) && variant != ProtocolVariant.LAPSE_STILL_PROTECTS) {
      reach(current.server(number, new ServerSide(true, null, seen(null))));
    }
  }

  /** Only where a variant uses it: the protocol forgets what it read before it had the lock. */
  private ProtocolStore seen(Verb verb) {
    boolean kept =
        verb == Verb.CLAIM && variant == ProtocolVariant.CLAIM_WITHOUT_SECOND_LOOK
            || verb == null && variant == ProtocolVariant.SETTLE_WITHOUT_SECOND_LOOK;
    return kept ? current.store() : null;
  }

  private void commit(int number, ServerSide server) {
    var free = current.server(number, ServerSide.IDLE);
    if (server.message() == null) {
      settle(free, server);
      return;
    }
    var message = server.message();
    var first = current.store().answers.get(message.key());
    boolean looksAgain =
        variant != ProtocolVariant.REPLAY_NOT_REMEMBERED
            && variant != ProtocolVariant.REPLAY_LOOKED_UP_ONCE;
    if (first != null && looksAgain) {
      answer(free, message, first);
    } else if (message.verb() == Verb.CLAIM) {
      claim(free, number, server);
    } else {
      verb(free, message);
    }
  }

  private void settle(ProtocolState free, ServerSide server) {
    var store = current.store();
    if (server.seen() != null) {
      // As a statement would write it that does not look at what is there by now.
      reach(free.store(store.with(server.seen().settle(current.now()))));
    } else if (store.lapsed(current.now())) {
      reach(free.store(settled(store, current.now())));
    } else {
      reach(free);
    }
  }

  private ProtocolStore settled(ProtocolStore store, int now) {
    var change = store.settle(now);
    if (variant == ProtocolVariant.LAPSE_FREE_OF_CHARGE) {
      var free =
          change.after().to(change.after().state()).forgetAttempts().at(ProtocolStore.at(now));
      return store.with(
          SubjectChange.none(free).lease(change.changedLease()).close(change.closedRecord()));
    }
    return store.with(change);
  }

  private void claim(ProtocolState free, int number, ServerSide server) {
    var message = server.message();
    var store = current.store();
    int now = current.now();
    if (variant == ProtocolVariant.LAPSE_BY_SERVERS_CLOCK && number == 1) {
      now += SKEW;
    }
    var judged = server.seen() != null ? server.seen() : store;
    if (judged.lapsed(now) && variant != ProtocolVariant.LAPSE_STILL_PROTECTS) {
      // A claim that meets a lapse settles it first.
      if (store.live(current.now()) > 0 && server.seen() == null) {
        broken("a lease was settled before it lapsed");
        return;
      }
      store = store.lapsed(now) ? settled(store, now) : store;
      judged = server.seen() != null ? settled(judged, now) : store;
    }
    boolean protectedStill = variant == ProtocolVariant.LAPSE_STILL_PROTECTS && store.active() > 0;
    var decision =
        protectedStill
            ? null
            : judged.claim(message.worker() + 3L, message.key(), now, token(store));
    if (!(decision instanceof SubjectChange change)) {
      answer(free.store(store), message, NO_WORK);
      return;
    }
    var granted = change.newLease();
    if (store.leases.containsKey(granted.uid())) {
      broken("token " + granted.uid() + " was given to two leases");
      return;
    }
    keep(free.store(store.with(change)), message, "CLAIMED " + granted.uid());
  }

  private long token(ProtocolStore store) {
    boolean reused =
        variant == ProtocolVariant.TOKENS_REUSED && store.newest() != null && store.active() == 0;
    return reused ? store.newest().uid() : store.newest() == null ? 1 : store.newest().uid() + 1;
  }

  private void verb(ProtocolState free, Message message) {
    var store = current.store();
    var named = store.leases.get(message.lease());
    var judged = judged(store, named);
    int now = current.now();
    if (variant == ProtocolVariant.LAPSE_BY_WORKERS_CLOCK) {
      now = message.sentAt();
    }
    long worker =
        variant == ProtocolVariant.NO_FENCING ? judged.workerUid() : message.worker() + 3L;
    var decision =
        message.verb() == Verb.COMPLETE
            ? store.complete(worker, message.key(), judged, now)
            : store.renew(worker, message.key(), judged, now);
    if (!(decision instanceof SubjectChange change)) {
      answer(free, message, "REFUSED");
      return;
    }
    if (!named.live(ProtocolStore.at(current.now())) || named.uid() != store.newest().uid()) {
      broken(message.key() + " was carried out under lease " + named.uid() + ", which is over");
      return;
    }
    keep(free.store(store.with(change)), message, message.verb() + " " + named.uid());
  }

  private Lease judged(ProtocolStore store, Lease named) {
    return switch (variant) {
      case NO_FENCING -> store.newest();
      case FENCED_BY_WORKER_ONLY ->
          named.workerUid() == store.newest().workerUid() ? store.newest() : named;
      case STATUS_NOT_CHECKED -> store.unsettled(named, current.now());
      default -> named;
    };
  }

  /** Carried out: the answer is kept with it. */
  private void keep(ProtocolState after, Message message, String answer) {
    answer(
        after.store(after.store().withAnswer(message.key(), first(message, answer))),
        message,
        answer);
  }

  private String first(Message message, String answer) {
    return current.store().answers.getOrDefault(message.key(), answer);
  }

  /** The answer arrives, or it does not. */
  private void answer(ProtocolState after, Message message, String answer) {
    var first = current.store().answers.get(message.key());
    if (first != null && !first.equals(answer)) {
      broken(message.key() + " was answered " + first + ", and then " + answer);
      return;
    }
    reach(after);
    var worker = after.workers().get(message.worker());
    if (!message.equals(worker.waiting())) {
      return;
    }
    var heard =
        answer.startsWith("CLAIMED ")
            ? worker.holds(Long.parseLong(answer.substring("CLAIMED ".length())))
            : answer.startsWith("RENEW ")
                ? worker.holds(worker.lease())
                : answer.startsWith("COMPLETE ") ? worker.done() : worker.holds(0);
    reach(after.worker(message.worker(), heard));
  }

  /** Invariants of every state. */
  private void check() {
    var store = current.store();
    if (store.live(current.now()) > 1) {
      broken("two leases are live");
    } else if (store.active() > 1) {
      broken("two leases are ACTIVE");
    } else if (store.envelope.attemptCount() != store.expired()) {
      broken(store.envelope.attemptCount() + " attempts, " + store.expired() + " lapses");
    }
    for (var worker : current.workers()) {
      if (worker.completed() != 0 && store.envelope.state() != ExecutionState.COMPLETED) {
        broken("a completion that was acknowledged is " + store.envelope.state() + " now");
      }
    }
    if (breach == null && !finishing.computeIfAbsent(store, this::finishes)) {
      broken("the work can never be finished");
    }
  }

  /** With the faults gone, and time: a third worker claims it and completes it, or it is over. */
  private boolean finishes(ProtocolStore from) {
    var store = from;
    int now = world.end() + 2 * STEP;
    if (!store.envelope.terminal()) {
      if (variant == ProtocolVariant.LAPSE_STILL_PROTECTS && store.active() > 0) {
        return false;
      }
      store = store.lapsed(now) ? settled(store, now) : store;
    }
    if (store.envelope.terminal()) {
      return true;
    }
    long token = store.newest() == null ? 1 : store.newest().uid() + 1;
    if (!(store.claim(9, "third", now, token) instanceof SubjectChange granted)) {
      return false;
    }
    store = store.with(granted);
    return store.complete(9, "third-done", store.newest(), now) instanceof SubjectChange done
        && store.with(done).envelope.state() == ExecutionState.COMPLETED;
  }

  private void broken(String what) {
    if (breach == null) {
      breach = what + trail();
    }
  }

  /** The path to the current state, newest last. */
  private String trail() {
    var states = new ArrayList<String>();
    for (var at = current; cameFrom.get(at) != at; at = cameFrom.get(at)) {
      states.add(0, "\n  " + at);
    }
    return String.join("", states);
  }
}
