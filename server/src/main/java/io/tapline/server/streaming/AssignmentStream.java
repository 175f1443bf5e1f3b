package io.tapline.server.streaming;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.decide.Limits;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.RefusedException;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.waiting.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker's stream. It claims no more than the worker has asked for, one claim at a time; while
 * there is nothing, it waits as a long-polling claim does. What was claimed for a stream that has
 * ended is released at once.
 */
final class AssignmentStream implements StreamObserver<Demand> {

  private static final Logger LOG = LoggerFactory.getLogger(AssignmentStream.class);

  /** Then the wait begins anew, so that a revoked token or a disabled worker is noticed. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  /** More than any worker has slots for. */
  private static final int MOST_DEMAND = 10_000;

  private final Engine engine;
  private final Waiting waiting;
  private final Executor hands;
  private final GrpcCaller who;
  private final ServerCallStreamObserver<Assignment> out;
  private final Consumer<AssignmentStream> gone;

  // This object's lock guards what follows.
  private Demand first;
  private int demand;
  private int claims;
  private boolean claiming;
  private boolean enough;
  private boolean ended;
  private Runnable stopWaiting = () -> {};

  AssignmentStream(
      Engine engine,
      Waiting waiting,
      Executor hands,
      GrpcCaller who,
      ServerCallStreamObserver<Assignment> out,
      Consumer<AssignmentStream> gone) {
    this.engine = engine;
    this.waiting = waiting;
    this.hands = hands;
    this.who = who;
    this.out = out;
    this.gone = gone;
    out.setOnCancelHandler(this::end);
  }

  @Override
  public void onNext(Demand more) {
    try {
      add(more);
    } catch (ProblemException e) {
      refuse(e);
      return;
    }
    claim();
  }

  private synchronized void add(Demand more) {
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
    demand += more.getSlots();
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
      if (demand == 0) {
        return;
      }
      claiming = true;
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
      var answer = engine.claim(caller, command);
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
    return (Claim) Messages.claim(first, Math.min(demand, Limits.CLAIM), claims++);
  }

  private void waitForWork(Caller caller, Claim command) {
    var wait = waiting.forWork(caller, command, LONGEST_WAIT);
    boolean over;
    synchronized (this) {
      stopWaiting = wait.stop();
      over = ended || enough;
    }
    if (over) {
      wait.stop().run();
    }
    wait.answer()
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
        demand -= answer.claims().size();
        // Under the lock, so that nobody ends the stream between two of them.
        answer.claims().forEach(item -> out.onNext(Messages.assignment(item)));
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
                    Messages.release(
                        first.getWorkerEuid(), item.leaseEuid(), "the stream had ended"))
            .toList();
    try {
      engine.executeAll(caller, commands);
    } catch (RuntimeException e) {
      // Their leases lapse, as if the worker had died.
      LOG.warn("{} unseen assignments of {} could not be released", commands.size(), who, e);
    }
  }

  private void failed(Throwable thrown) {
    var cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    synchronized (this) {
      claiming = false;
      stopWaiting = () -> {};
    }
    if (cause instanceof RefusedException refused && refused.code() == Code.LEASE_LIMIT_REACHED) {
      // It has as much as it may have; its next demand comes when it has finished some of it.
      if (enough()) {
        finish();
      }
      return;
    }
    refuse(cause);
  }

  private synchronized boolean enough() {
    return enough;
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
    gone.accept(this);
    stop.run();
    return !out.isCancelled();
  }
}
