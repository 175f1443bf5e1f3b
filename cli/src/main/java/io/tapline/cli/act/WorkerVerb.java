package io.tapline.cli.act;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** An administrator's action on a worker. */
public abstract class WorkerVerb extends ActCommand {

  @Parameters(
      paramLabel = "WORKER",
      description = "The EUID or key of the worker; tapline workers lists them.")
  private String worker;

  @Mixin private ReasonOption why;

  private final String action;

  private WorkerVerb(String action) {
    this.action = action;
  }

  @Override
  protected ExitCode run(ServerSession session) {
    var euid = new NameLookup(session).worker(worker);
    return act(session, action, why.body().put("worker_euid", euid));
  }

  /** {@code tapline drain}. */
  @Command(
      name = "drain",
      description = "Drains a worker: it finishes its jobs and claims no new ones.",
      footer = {"%nExample:", "  tapline drain Z-WK-1A --reason 'maintenance tonight'"})
  public static final class Drain extends WorkerVerb {

    public Drain() {
      super("drain-worker");
    }
  }

  /** {@code tapline disable}. */
  @Command(
      name = "disable",
      description = "Disables a worker: it can neither claim jobs nor renew leases.",
      footer = {"%nExample:", "  tapline disable Z-WK-1A --reason 'it runs the wrong version'"})
  public static final class Disable extends WorkerVerb {

    public Disable() {
      super("disable-worker");
    }
  }

  /** {@code tapline enable}. */
  @Command(
      name = "enable",
      description = "Enables a drained or disabled worker again.",
      footer = {"%nExample:", "  tapline enable Z-WK-1A --reason 'maintenance is over'"})
  public static final class Enable extends WorkerVerb {

    public Enable() {
      super("enable-worker");
    }
  }

  /** {@code tapline retire}. */
  @Command(
      name = "retire",
      description = "Retires a worker permanently and ends its leases.",
      footer = {"%nExample:", "  tapline retire Z-WK-1A --reason 'the host is gone'"})
  public static final class Retire extends WorkerVerb {

    public Retire() {
      super("retire-worker");
    }
  }
}
