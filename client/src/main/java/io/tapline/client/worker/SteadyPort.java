package io.tapline.client.worker;

import io.tapline.client.Problem;
import io.tapline.client.TaplineException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Whatever a port throws is a TaplineException from here on, and there are as many verdicts as were
 * asked for: a fault of the port's own must not end the worker's threads.
 */
final class SteadyPort implements WorkPort {

  private final WorkPort port;

  SteadyPort(WorkPort port) {
    this.port = port;
  }

  @Override
  public void requireQueue(String queueKey) {
    port.requireQueue(queueKey);
  }

  @Override
  public String register(Registration worker) {
    return steady(() -> port.register(worker));
  }

  @Override
  public List<Claimed> claim(ClaimRequest request) {
    return steady(() -> port.claim(request));
  }

  @Override
  public List<Verdict> renew(String workerEuid, List<Lease> leases) {
    return verdicts(leases, () -> port.renew(workerEuid, leases));
  }

  @Override
  public List<Verdict> complete(String workerEuid, List<Completion> completions) {
    return verdicts(completions, () -> port.complete(workerEuid, completions));
  }

  @Override
  public ReportOutcome complete(
      String workerEuid, List<Completion> completions, ClaimRequest next) {
    return reported(completions, () -> port.complete(workerEuid, completions, next));
  }

  @Override
  public ReportOutcome fail(String workerEuid, List<Failure> failures, ClaimRequest next) {
    return reported(failures, () -> port.fail(workerEuid, failures, next));
  }

  @Override
  public List<Verdict> perform(String workerEuid, List<Performance> performances) {
    return verdicts(performances, () -> port.perform(workerEuid, performances));
  }

  @Override
  public List<Verdict> fail(String workerEuid, List<Failure> failures) {
    return verdicts(failures, () -> port.fail(workerEuid, failures));
  }

  @Override
  public List<Verdict> release(String workerEuid, List<Lease> leases, String reason) {
    return verdicts(leases, () -> port.release(workerEuid, leases, reason));
  }

  @Override
  public List<Verdict> progress(String workerEuid, List<Progress> notes) {
    return verdicts(notes, () -> port.progress(workerEuid, notes));
  }

  @Override
  public Vitals heartbeat(String workerEuid) {
    return steady(() -> port.heartbeat(workerEuid));
  }

  private static ReportOutcome reported(List<?> asked, Supplier<ReportOutcome> call) {
    var reported = steady(call);
    verdicts(asked, reported::verdicts);
    return reported;
  }

  @Override
  public Vitals leave(String workerEuid) {
    return steady(() -> port.leave(workerEuid));
  }

  private static List<Verdict> verdicts(List<?> asked, Supplier<List<Verdict>> call) {
    var verdicts = steady(call);
    if (verdicts.size() != asked.size()) {
      throw fault(verdicts.size() + " verdicts came for " + asked.size() + " items", null);
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
