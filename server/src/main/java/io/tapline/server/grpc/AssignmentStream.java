package io.tapline.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.request.Claim;
import io.tapline.engine.Engine;
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
 * One worker's stream. It claims at most the worker's demand, one claim at a time. Without work it
 * waits like a long-polling claim; at the worker's lease limit it waits until a lease ends. Work
 * that was claimed for an ended stream, or sent into a dead connection, is released at once. A
 * stream on which a lease lapsed is suspended until its worker makes another call.
 */
final class AssignmentStream implements StreamObserver<Demand> {

  /** A longer wait is restarted, which detects a revoked token or a disabled worker. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final Engine engine;
  private final WaitService waitService;
  private final Executor hands;
  private final GrpcCaller who;
  private final ServerCallStreamObserver<Assignment> out;
  private final ConnectionLoss connection;
  private final StreamListener streamListener;
  private final StreamDeliveries deliveries = new StreamDeliveries(System::nanoTime);

  // The lock of this object guards the following fields.
  private final StreamDemand demand = new StreamDemand();
  private boolean claiming;

  /** The worker holds as many leases as it may. */
  private boolean full;

  /** A lease of the worker may have ended since the running claim began. */
  private boolean freed;

  /** The worker awaits the confirmation of a withdrawal. */
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

  /** Keeps all streams by worker. */
  interface StreamListener {

    /** The first demand has named the worker of the stream. */
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

  /** Stops claims for a worker that may be gone. */
  void lapsed(String leaseEuid) {
    if (deliveries.lapsed(leaseEuid)) {
      Runnable stop;
      synchronized (this) {
        stop = stopWaiting;
      }
      stop.run();
    }
  }

  /** Resumes the stream after any call of the worker. */
  void alive() {
    if (deliveries.resume()) {
      claim();
    }
  }

  /** Serves the demand after a lease of the worker has ended or its limit was raised. */
  void capacityFreed() {
    synchronized (this) {
      freed = true;
      if (!full) {
        return;
      }
      full = false;
    }
    claim();
  }

  /** The worker ends its demand. The result of a running claim is still sent to it. */
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

  /** Ends the stream, because the server is stopping; the worker connects to another one. */
  void drain() {
    refuse(
        ProblemException.of(
            ProblemCode.DRAINING,
            "this server is stopping and accepts no claims; send the"
                + " claim to another server, or again later"));
  }

  /** Starts a claim or a wait for work, unless one is running. */
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
      long tried = System.nanoTime();
      var answer = claim(caller, command);
      if (answer == null || answer.claims().isEmpty()) {
        waitForWork(caller, command, answer == null ? null : tried);
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

  /** Null while other transactions hold the locks. */
  private ClaimAnswer claim(Caller caller, Claim command) {
    try {
      return engine.claim(caller, command);
    } catch (StoreException e) {
      if (e.isLockNotAvailable()) {
        return null;
      }
      throw e;
    }
  }

  private void waitForWork(Caller caller, Claim command, Long tried) {
    var pendingClaim = waitService.forWork(caller, command, LONGEST_WAIT, tried);
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
        // Under the lock, so that the stream cannot end between two assignments.
        items.forEach(item -> out.onNext(GrpcMessages.assignment(item)));
      }
    }
    if (send) {
      claim();
    } else if (!answer.replayed()) {
      release(caller, leases(items), "the stream had ended, or its worker had sent no heartbeat");
    }
  }

  /** The items of a replayed claim whose leases are still live; ended work is not sent again. */
  private List<ClaimAnswer.Item> live(Caller caller, List<ClaimAnswer.Item> items) {
    var standings = engine.reads().evidence().leaseStandings(caller.tenantId(), leases(items));
    return items.stream()
        .filter(item -> standings.get(item.leaseEuid()) == LeaseStanding.LIVE)
        .toList();
  }

  private static List<String> leases(List<ClaimAnswer.Item> items) {
    return items.stream().map(ClaimAnswer.Item::leaseEuid).toList();
  }

  /** The worker has not received the assignments, so the release costs no attempt. */
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
      // The worker is at its limit. If one of its leases has ended meanwhile, the claim is
      // repeated.
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

  /** Handles a call that ended before its stream was completed. */
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
   * @return whether the stream was still open
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
