package io.tapline.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.read.evidence.EvidenceReads.LeaseStanding;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.longpoll.WaitService;
import io.tapline.tapdb.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * One worker's stream. It claims no more than the worker has asked for, one claim at a time; while
 * there is nothing, it waits as a long-polling claim does, and while the worker holds all it may,
 * it waits for room. What was claimed for a stream that has ended is released at once, and so is
 * what was sent into a connection that turned out to be dead. A stream on which a lease lapsed is
 * suspended until its worker gives a sign of life.
 */
final class AssignmentStream implements StreamObserver<Demand> {

  /** Then the wait begins anew, so that a revoked token or a disabled worker is noticed. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final Engine engine;
  private final WaitService waitService;
  private final Executor hands;
  private final GrpcCaller who;
  private final ServerCallStreamObserver<Assignment> out;
  private final ConnectionLoss connection;
  private final StreamListener streamListener;
  private final StreamDeliveries deliveries = new StreamDeliveries(System::nanoTime);

  // This object's lock guards what follows.
  private final StreamDemand demand = new StreamDemand();
  private boolean claiming;

  /** The worker holds as many leases as it may. */
  private boolean full;

  /** A lease of the worker's may have ended since the claim that is under way began. */
  private boolean freed;

  /** The worker wants to know when nothing more comes. */
  private boolean withdrawn;

  private boolean enough;
  private boolean ended;
  private Runnable stopWaiting = () -> {};

  AssignmentStream(
      Engine engine,
      WaitService waitService,
      Executor hands,
      GrpcCaller who,
      ServerCallStreamObserver<Assignment> out,
      ConnectionLoss connection,
      StreamListener streamListener) {
    this.engine = engine;
    this.waitService = waitService;
    this.hands = hands;
    this.who = who;
    this.out = out;
    this.connection = connection;
    this.streamListener = streamListener;
    out.setOnCancelHandler(this::cancelled);
  }

  /** Who keeps all streams, to find those of a worker. */
  interface StreamListener {

    /** It is known whose stream this is. */
    void came(AssignmentStream stream);

    void left(AssignmentStream stream);
  }

  @Override
  public void onNext(Demand more) {
    Runnable stop;
    boolean known;
    try {
      synchronized (this) {
        known = demand.known();
        demand.add(more, claiming);
        withdrawn |= more.getWithdraw();
        stop = more.getWithdraw() ? stopWaiting : () -> {};
      }
    } catch (ProblemException e) {
      refuse(e);
      return;
    }
    if (!known) {
      streamListener.came(this);
    }
    stop.run();
    deliveries.confirmAll();
    alive();
    claim();
  }

  synchronized boolean known() {
    return demand.known();
  }

  synchronized String workerEuid() {
    return demand.workerEuid();
  }

  long tenantId() {
    return who.tenantId();
  }

  synchronized boolean full() {
    return full && !ended;
  }

  StreamDeliveries deliveries() {
    return deliveries;
  }

  /** Nothing more is claimed for a worker that may be gone. */
  void lapsed(String leaseEuid) {
    if (deliveries.lapsed(leaseEuid)) {
      Runnable stop;
      synchronized (this) {
        stop = stopWaiting;
      }
      stop.run();
    }
  }

  /** The worker has given a sign of life, by whichever call. */
  void alive() {
    if (deliveries.resume()) {
      claim();
    }
  }

  /** A lease of the worker's has ended, or it may hold more: its demand is served. */
  void roomMade() {
    synchronized (this) {
      freed = true;
      if (!full) {
        return;
      }
      full = false;
    }
    claim();
  }

  /** The worker wants no more. What is being claimed for it still goes to it. */
  @Override
  public void onCompleted() {
    Runnable stop;
    synchronized (this) {
      enough = true;
      stop = stopWaiting;
    }
    stop.run();
    claim();
  }

  @Override
  public void onError(Throwable broken) {
    end();
  }

  /** This server ends; another will go on. */
  void drain() {
    refuse(
        ProblemException.of(
            ProblemCode.DRAINING, "this server is stopping and hands out no new work"));
  }

  /** Claims what is there, or waits for it, unless that is being done. */
  private void claim() {
    synchronized (this) {
      if (claiming || ended) {
        return;
      }
      if (enough) {
        finish();
        return;
      }
      if (withdrawn) {
        withdrawn = false;
        out.onNext(Assignment.newBuilder().setWithdrawn(true).build());
      }
      full = false;
      if (demand.none() || deliveries.suspended()) {
        return;
      }
      claiming = true;
      demand.ask();
      freed = false;
    }
    try {
      hands.execute(this::claimNow);
    } catch (RejectedExecutionException e) {
      end();
    }
  }

  private void claimNow() {
    try {
      var caller = who.prove();
      var command = command();
      var answer = claim(caller, command);
      if (answer.claims().isEmpty()) {
        waitForWork(caller, command);
      } else {
        deliver(caller, answer);
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private synchronized Claim command() {
    return demand.claim();
  }

  private ClaimAnswer claim(Caller caller, Claim command) {
    try {
      return engine.claim(caller, command);
    } catch (StoreException e) {
      if (e.isLockNotAvailable()) {
        // Others have it locked; a stream waits anyway.
        return ClaimAnswer.noWork(command.workerEuid());
      }
      throw e;
    }
  }

  private void waitForWork(Caller caller, Claim command) {
    var pendingClaim = waitService.forWork(caller, command, LONGEST_WAIT);
    boolean over;
    synchronized (this) {
      stopWaiting = pendingClaim.stop();
      over = ended || enough || withdrawn || deliveries.suspended();
    }
    if (over) {
      pendingClaim.stop().run();
    }
    pendingClaim
        .answer()
        .whenComplete(
            (answer, refused) -> {
              if (refused != null) {
                failed(refused);
              } else {
                deliver(caller, answer);
              }
            });
  }

  private void deliver(Caller caller, ClaimAnswer answer) {
    List<ClaimAnswer.Item> items;
    try {
      items = answer.replayed() ? live(caller, answer.claims()) : answer.claims();
    } catch (RuntimeException e) {
      failed(e);
      return;
    }
    boolean send;
    synchronized (this) {
      stopWaiting = () -> {};
      claiming = false;
      send = !ended && !out.isCancelled() && (items.isEmpty() || !deliveries.suspended());
      if (send) {
        demand.served(answer, items.size());
        deliveries.sent(items);
        // Under the lock, so that nobody ends the stream between two of them.
        items.forEach(item -> out.onNext(GrpcMessages.assignment(item)));
      }
    }
    if (send) {
      claim();
    } else if (!answer.replayed()) {
      release(caller, leases(items), "the stream had ended, or its worker was silent");
    }
  }

  /** Of a repeated claim: work that has ended since is not handed out again. */
  private List<ClaimAnswer.Item> live(Caller caller, List<ClaimAnswer.Item> items) {
    var standings = engine.reads().evidence().leaseStandings(caller.tenantId(), leases(items));
    return items.stream()
        .filter(item -> standings.get(item.leaseEuid()) == LeaseStanding.LIVE)
        .toList();
  }

  private static List<String> leases(List<ClaimAnswer.Item> items) {
    return items.stream().map(ClaimAnswer.Item::leaseEuid).toList();
  }

  /** Nobody has seen them, so they cost no attempt. */
  private void release(Caller caller, List<String> unseen, String reason) {
    var commands =
        unseen.stream().map(lease -> GrpcMessages.release(workerEuid(), lease, reason)).toList();
    try {
      engine.executeAll(caller, commands);
    } catch (RuntimeException e) {
      // Their leases lapse, as if the worker had died.
      engine
          .failures()
          .failed(Task.GRPC_STREAM, "release of " + commands.size() + " unseen assignments", e);
    }
  }

  private void failed(Throwable thrown) {
    var cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    var code = cause instanceof RefusedException refused ? refused.code() : null;
    boolean limited = code == Code.LEASE_LIMIT_REACHED;
    boolean again;
    synchronized (this) {
      claiming = false;
      stopWaiting = () -> {};
      again = code == Code.IDEMPOTENCY_CONFLICT && demand.probe();
      // It has as much as it may have. If one of its leases has ended meanwhile, it is asked again.
      full = limited && !freed && !enough && !withdrawn;
      again |= limited && !full;
    }
    if (again) {
      claim();
    } else if (!limited) {
      refuse(cause);
    }
  }

  private void finish() {
    if (end()) {
      out.onCompleted();
    }
  }

  private void refuse(Throwable cause) {
    if (end()) {
      out.onError(who.refusal(cause));
    }
  }

  /** The call is over before its end. */
  private void cancelled() {
    end();
    var unconfirmed = deliveries.unconfirmed(GrpcListener.UNCERTAIN);
    if (connection.lost() && !unconfirmed.isEmpty()) {
      engine
          .failures()
          .isolate(
              Task.GRPC_STREAM,
              "release of undelivered assignments",
              () -> release(who.prove(), unconfirmed, "the connection was dead when it was sent"));
    }
  }

  /**
   * @return whether it was still open
   */
  private boolean end() {
    Runnable stop;
    synchronized (this) {
      if (ended) {
        return false;
      }
      ended = true;
      stop = stopWaiting;
    }
    streamListener.left(this);
    stop.run();
    return !out.isCancelled();
  }
}
