package io.tapline.bench.chaos;

import io.tapline.bench.chaos.FaultPlan.Fault;
import io.tapline.bench.chaos.actor.WorkSetup;
import io.tapline.bench.chaos.host.ChildProcess;
import io.tapline.bench.chaos.host.RequestProxy.Trouble;
import io.tapline.bench.host.UncheckedCalls;
import java.util.List;

/**
 * Faults of processes and of the connections between them. Each is over when its method returns.
 */
final class FaultInjector {

  private static final int MORE_THAN_A_LEASE_MILLIS = (WorkSetup.LEASE_SECONDS + 2) * 1_000;
  private static final int SOME_PERCENT = 30;
  private static final int LATE_MILLIS = 3_000;

  private final ChaosSite site;
  private final DatabaseFaults database;

  FaultInjector(ChaosSite site) {
    this.site = site;
    this.database = new DatabaseFaults(site);
  }

  DatabaseFaults database() {
    return database;
  }

  /** Returns whether the fault occurred; a failover without a standby, for example, does not. */
  boolean inject(Fault fault) {
    switch (fault.kind()) {
      case KILL_SERVER -> restart(one(site.servers, fault), fault.millis(), false);
      case STOP_SERVER -> restart(one(site.servers, fault), fault.millis(), true);
      case KILL_WORKERS -> restart(one(site.workers, fault), fault.millis(), false);
      case KILL_CLIENTS -> restart(site.clients, fault.millis(), false);
      case KILL_READER -> restart(site.reader, fault.millis(), false);
      case FREEZE_SERVER -> freeze(one(site.servers, fault), fault.millis());
      case FREEZE_WORKERS ->
          freeze(one(site.workers, fault), fault.millis() + MORE_THAN_A_LEASE_MILLIS);
      case LOSE_REQUESTS -> trouble(new Trouble(SOME_PERCENT, 0, 0, 0, 0), fault.millis());
      case LOSE_ANSWERS -> trouble(new Trouble(0, SOME_PERCENT, 0, 0, 0), fault.millis());
      case DOUBLE_REQUESTS -> trouble(new Trouble(0, 0, SOME_PERCENT, 0, 0), fault.millis());
      case DELAY_MESSAGES ->
          trouble(new Trouble(0, 0, 0, SOME_PERCENT, LATE_MILLIS), fault.millis());
      case CUT_DATABASE_LINK -> one(site.links, fault).cut();
      case SILENT_DATABASE_LINK -> silence(fault);
      default -> {
        return database.inject(fault);
      }
    }
    return true;
  }

  static <T> T one(List<T> all, Fault fault) {
    return all.get(fault.target() % all.size());
  }

  private static void restart(ChildProcess process, long millis, boolean kindly) {
    if (kindly) {
      process.terminate();
    } else {
      process.kill();
    }
    UncheckedCalls.sleep(millis / 4);
    process.start();
  }

  /** Injects a fault, and ends it after this time. */
  static void keep(Runnable begin, long millis, Runnable end) {
    begin.run();
    try {
      UncheckedCalls.sleep(millis);
    } finally {
      end.run();
    }
  }

  private static void freeze(ChildProcess process, long millis) {
    keep(process::freeze, millis, process::thaw);
  }

  private void trouble(Trouble trouble, long millis) {
    keep(
        () -> site.requestProxies.forEach(proxy -> proxy.trouble(trouble)),
        millis,
        () -> site.requestProxies.forEach(proxy -> proxy.trouble(Trouble.NONE)));
  }

  private void silence(Fault fault) {
    var link = one(site.links, fault);
    keep(() -> link.silent(true), fault.millis(), () -> link.silent(false));
  }
}
