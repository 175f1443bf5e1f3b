package io.tapline.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Limits;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
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
 * it waits for room. What was claimed for a stream that has ended is released at once.
 */
final class AssignmentStream implements StreamObserver<Demand> {

  /** Then the wait begins anew, so that a revoked token or a disabled worker is noticed. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  /** More than any worker has slots for. */
  private static final int MOST_DEMAND = 10_000;

  private final Engine engine;
  private final WaitService waitService;
  private final Executor hands;
  private final GrpcCaller who;
  private final ServerCallStreamObserver<Assignment> out;
  private final StreamListener streamListener;

  // This object's lock guards what follows.
  private Demand first;
  private String key;
  private int demand;
  private int claims;
  private boolean claiming;

  /** How much the claim that is under way asks for; it stays if the demand is withdrawn. */
  private int asked;

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
      StreamListener streamListener) {
    this.engine = engine;
    this.waitService = waitService;
    this.hands = hands;
    this.who = who;
    this.out = out;
    this.streamListener = streamListener;
    out.setOnCancelHandler(this::end);
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
        known = first != null;
        add(more);
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
    claim();
  }

  private void add(Demand more) {
    if (more.getWithdraw()) {
      if (more.getSlots() != 0 || first == null) {
        throw ProblemException.invalid(
            "withdraw", "goes without slots, on a stream that has asked for some before");
      }
      demand = 0;
      withdrawn = true;
      return;
    }
    if (more.getSlots() < 1) {
      throw ProblemException.invalid("slots", more.getSlots() + " is below 1");
    }
    if (demand + (long) more.getSlots() > MOST_DEMAND) {
      throw ProblemException.invalid("slots", "more than " + MOST_DEMAND + " would be outstanding");
    }
    if (first == null) {
      first = more;
    } else if (!more.getWorkerEuid().isEmpty()
        && !more.getWorkerEuid().equals(first.getWorkerEuid())) {
      throw ProblemException.invalid(
          "worker_euid", "a stream is one worker's; open another for " + more.getWorkerEuid());
    }
    if (demand == 0 && !claiming && !more.getIdempotencyKey().isEmpty() || key == null) {
      key = GrpcMessages.key(more.getIdempotencyKey());
      claims = 0;
    }
    demand += more.getSlots();
  }

  synchronized boolean known() {
    return first != null;
  }

  synchronized String workerEuid() {
    return first.getWorkerEuid();
  }

  long tenantId() {
    return who.tenantId();
  }

  synchronized boolean full() {
    return full && !ended;
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
      if (demand == 0) {
        return;
      }
      claiming = true;
      asked = Math.min(demand, Limits.CLAIM);
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
    return (Claim) GrpcMessages.claim(first, asked, key, claims);
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
      over = ended || enough || withdrawn;
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
    boolean send;
    synchronized (this) {
      stopWaiting = () -> {};
      claiming = false;
      send = !ended && !out.isCancelled();
      if (send) {
        // What was withdrawn while it was being claimed was not subtracted before.
        demand = Math.max(0, demand - answer.claims().size());
        claims += answer.claims().isEmpty() ? 0 : 1;
        // Under the lock, so that nobody ends the stream between two of them.
        answer.claims().forEach(item -> out.onNext(GrpcMessages.assignment(item)));
      }
    }
    if (send) {
      claim();
    } else {
      release(caller, answer.claims());
    }
  }

  /** Nobody has seen them, so they cost no attempt. */
  private void release(Caller caller, List<ClaimAnswer.Item> unseen) {
    var commands =
        unseen.stream()
            .map(
                item ->
                    GrpcMessages.release(
                        first.getWorkerEuid(), item.leaseEuid(), "the stream had ended"))
            .toList();
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
    boolean limited =
        cause instanceof RefusedException refused && refused.code() == Code.LEASE_LIMIT_REACHED;
    boolean wait;
    synchronized (this) {
      claiming = false;
      stopWaiting = () -> {};
      // It has as much as it may have. If one of its leases has ended meanwhile, it is asked again.
      wait = limited && !freed && !enough && !withdrawn;
      full = wait;
    }
    if (!limited) {
      refuse(cause);
    } else if (!wait) {
      claim();
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
