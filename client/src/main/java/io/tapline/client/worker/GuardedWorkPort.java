package io.tapline.client.worker;

import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.RegisterWorker;
import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Converts every exception of a {@link WorkPort} to a TaplineException and checks that a batch has
 * one verdict per item: a fault of the port must not end the worker's threads.
 */
final class GuardedWorkPort implements WorkPort {

  private final WorkPort port;

  GuardedWorkPort(WorkPort port) {
    this.port = port;
  }

  @Override
  public void requireQueue(String queueKey) {
    port.requireQueue(queueKey);
  }

  @Override
  public String register(RegisterWorker worker) {
    return steady(() -> port.register(worker));
  }

  @Override
  public List<ClaimedSubject> claim(Claim claim, Duration patience) {
    return steady(() -> port.claim(claim, patience));
  }

  @Override
  public List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases) {
    return verdicts(leases, () -> port.renew(workerEuid, leases));
  }

  @Override
  public ReportOutcome report(List<? extends Command> results, Claim next) {
    var reported = steady(() -> port.report(results, next));
    verdicts(results, reported::verdicts);
    return reported;
  }

  @Override
  public List<ItemVerdict> progress(List<? extends LeaseCommand> notes) {
    return verdicts(notes, () -> port.progress(notes));
  }

  @Override
  public HeartbeatAnswer heartbeat(String workerEuid) {
    return steady(() -> port.heartbeat(workerEuid));
  }

  @Override
  public HeartbeatAnswer leave(String workerEuid) {
    return steady(() -> port.leave(workerEuid));
  }

  private static List<ItemVerdict> verdicts(List<?> items, Supplier<List<ItemVerdict>> call) {
    var verdicts = steady(call);
    if (verdicts.size() != items.size()) {
      throw fault(verdicts.size() + " verdicts came for " + items.size() + " items", null);
    }
    return verdicts;
  }

  private static <T> T steady(Supplier<T> call) {
    try {
      return call.get();
    } catch (TaplineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw fault(e.toString(), e);
    }
  }

  private static TaplineException fault(String detail, Throwable cause) {
    var fault = new Problem("INTERNAL_ERROR", 500, detail, null).exception();
    if (cause != null) {
      fault.addSuppressed(cause);
    }
    return fault;
  }
}
