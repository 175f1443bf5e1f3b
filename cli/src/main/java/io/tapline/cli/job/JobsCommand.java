package io.tapline.cli.job;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.CommandGroup;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.read.ListCommand;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline jobs}: jobs, and the switch that stops new ones. */
@Command(
    name = "jobs",
    description = "Lists, shows, enqueues and cancels jobs; shows and changes the kill switch.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      EnqueueJobCommand.class,
      JobsCommand.ListJobs.class,
      JobsCommand.ShowJob.class,
      JobsCommand.CancelJob.class,
      JobsCommand.GiveUpJob.class,
      JobsCommand.DeadJobs.class,
      JobsCommand.Sweep.class,
      JobsCommand.JobHealth.class,
      JobsCommand.Switch.class
    },
    footer = {"%nExample:", "  tapline jobs list --status dead_letter"})
public final class JobsCommand extends CommandGroup {

  /** {@code tapline jobs list}. */
  @Command(
      name = "list",
      description = "Lists jobs, newest first.",
      footer = {
        "%nExamples:",
        "  tapline jobs list --kind cut --status queued",
        "  tapline jobs list --correlation order-42 --json"
      })
  static final class ListJobs extends ListCommand {

    @Option(
        names = "--kind",
        paramLabel = "KIND",
        description = "Lists only jobs of this kind. Default: all.")
    private String kind;

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = {
          "Lists only jobs with this status: queued, leased, in_progress, succeeded, failed,",
          "retry_waiting, dead_letter, cancelled or cleaned. Default: all."
        })
    private String status;

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "Lists only the job with this idempotency key; requires --kind.")
    private String idempotencyKey;

    @Option(
        names = "--correlation",
        paramLabel = "ID",
        description = "Lists only jobs with this correlation id. Default: all.")
    private String correlation;

    @Option(
        names = "--workflow",
        paramLabel = "EUID",
        description = "Lists only jobs of the workflow with this EUID. Default: all.")
    private String workflow;

    public ListJobs() {
      super("/api/v1/jobs", "No job matches; tapline jobs enqueue creates one.", JobFacts.COLUMNS);
    }

    @Override
    protected QueryParameters query(ServerSession session) {
      return new QueryParameters()
          .with("kind", kind)
          .with("status", status)
          .with("idempotency_key", idempotencyKey)
          .with("correlation_id", correlation)
          .with("workflow_id", workflow);
    }
  }

  /** {@code tapline jobs show}. */
  @Command(
      name = "show",
      description =
          "Shows one job, which is given by its id, its name, or its kind and idempotency key.",
      footer = {
        "%nExamples:",
        "  tapline jobs show Z-TK-1A",
        "  tapline jobs show --kind cut --idempotency-key doc-7"
      })
  static final class ShowJob extends ServerCommand {

    @Parameters(paramLabel = "JOB", arity = "0..1", description = "The id or name of the job.")
    private String job;

    @Option(
        names = "--kind",
        paramLabel = "KIND",
        description = "The kind of the job; requires --idempotency-key.")
    private String kind;

    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description = "The key that the job was enqueued with; requires --kind.")
    private String idempotencyKey;

    @Override
    protected ExitCode run(ServerSession session) {
      if ((job == null) == (idempotencyKey == null) || (idempotencyKey == null) != (kind == null)) {
        throw wrong("give the id of the job, or --kind and --idempotency-key");
      }
      var view =
          job != null
              ? session.get("/api/v1/jobs/" + TaplineHttp.encode(new NameLookup(session).job(job)))
              : session.get(
                  "/api/v1/jobs/by-key",
                  new QueryParameters().with("kind", kind).with("idempotency_key", idempotencyKey));
      return show(session, view, JobFacts.of(view));
    }
  }

  /** {@code tapline jobs cancel}. */
  @Command(
      name = "cancel",
      description = "Cancels a job, or with --soft requests its executor to stop.",
      footer = {"%nExample:", "  tapline jobs cancel Z-TK-1A --reason 'order withdrawn'"})
  static final class CancelJob extends JobAct {

    @Parameters(paramLabel = "JOB", description = "The id or name of the job.")
    private String job;

    @Option(
        names = "--soft",
        description =
            "Requests the executor that holds the lease to stop, instead of ending the lease.")
    private boolean soft;

    @Mixin private ReasonOption why;

    @Override
    protected ExitCode run(ServerSession session) {
      var id = new NameLookup(session).job(job);
      var body = why.body().put("job_id", id);
      return done(session, "cancel", soft ? body.put("mode", "soft") : body);
    }
  }

  /** {@code tapline jobs give-up}. */
  @Command(
      name = "give-up",
      description = "Fails an unfinished job permanently, with a dead letter.",
      footer = {
        "%nExample:",
        "  tapline jobs give-up Z-TK-1A --code parse_error --reason 'input is lost'"
      })
  static final class GiveUpJob extends JobAct {

    @Parameters(paramLabel = "JOB", description = "The id or name of the job.")
    private String job;

    @Option(
        names = "--code",
        paramLabel = "CODE",
        required = true,
        description = {
          "The reason code: parse_error, validation_failed, dependency_unavailable, timeout,",
          "exhausted_retries, policy_violation, infrastructure_failure or compensation_failed."
        })
    private String code;

    @Mixin private ReasonOption why;

    @Override
    protected ExitCode run(ServerSession session) {
      var body = why.body().put("reason_code", code);
      var id = new NameLookup(session).job(job);
      return done(session, TaplineHttp.encode(id) + "/dead-letter", body);
    }
  }

  /** {@code tapline jobs dead-letters}. */
  @Command(
      name = "dead-letters",
      description = {
        "Lists dead letters of jobs, oldest first.",
        "tapline requeue retries the job; tapline resolve closes the dead letter."
      },
      footer = {"%nExample:", "  tapline jobs dead-letters --kind cut"})
  static final class DeadJobs extends ListCommand {

    @Option(
        names = "--kind",
        paramLabel = "KIND",
        description = "Lists only dead letters of this kind. Default: all.")
    private String kind;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        description =
            "Lists only dead letters in this state: OPEN, REQUEUED, IGNORED or CANCELED. Default: OPEN.")
    private String state;

    @Option(
        names = "--code",
        paramLabel = "CODE",
        description =
            "Lists only dead letters with this reason code, such as exhausted_retries. Default: all.")
    private String code;

    @Option(
        names = "--stage",
        paramLabel = "STAGE",
        description =
            "Lists only dead letters of this stage: fetch, input, exec, output or commit. Default: all.")
    private String stage;

    public DeadJobs() {
      super(
          "/api/v1/jobs/dead-letter",
          "No dead letter matches.",
          TableColumn.text("DEAD LETTER", "dead_letter_euid"),
          TableColumn.text("JOB", "subject_lookup_euid"),
          TableColumn.text("KIND", "queue_lookup_key"),
          TableColumn.state("STATE", "resolution_state"),
          TableColumn.time("SINCE", "dead_lettered_at"),
          TableColumn.number("ATTEMPTS", "attempts"),
          TableColumn.text("REASON", "reason_code"),
          TableColumn.text("ERROR", "error_message"));
    }

    @Override
    protected QueryParameters query(ServerSession session) {
      return new QueryParameters()
          .with("kind", kind)
          .with("reason_code", code)
          .with("stage", stage)
          .with("resolution_state", state);
    }
  }

  /** {@code tapline jobs sweep}. */
  @Command(
      name = "sweep",
      description = {
        "Settles lapsed leases now, or with --finished cleans jobs past their retention.",
        "The sweep of the server does both every few seconds."
      },
      footer = {"%nExamples:", "  tapline jobs sweep", "  tapline jobs sweep --finished"})
  static final class Sweep extends ServerCommand {

    @Option(
        names = "--finished",
        description =
            "Cleans finished jobs past the retention of their kind, instead of settling leases.")
    private boolean finished;

    @Override
    protected ExitCode run(ServerSession session) {
      var path = "/api/v1/jobs/" + (finished ? "cleanup-sweep" : "lease-reaper");
      var swept = session.http().post(path, InputDocuments.object());
      var what = finished ? "jobs cleaned: " : "leases settled: ";
      return show(session, swept, printer -> printer.line(what + FieldText.text(swept, "touched")));
    }
  }

  /** {@code tapline jobs health}. */
  @Command(
      name = "health",
      description = "Shows the numbers of jobs and leases, and whether new jobs are accepted.",
      footer = {"%nExample:", "  tapline jobs health"})
  static final class JobHealth extends ServerCommand {

    @Override
    protected ExitCode run(ServerSession session) {
      var health = session.get("/api/v1/jobs/health");
      return show(
          session,
          health,
          new FactSheet()
              .add("new jobs", health.path("enabled").asBoolean() ? "accepted" : "refused")
              .add("backlog", FieldText.text(health, "backlog"))
              .add("in progress", FieldText.text(health, "in_progress"))
              .add("dead letters", FieldText.text(health, "dead_letter_open"))
              .add("oldest job age", FieldText.seconds(health, "oldest_queued_age_s"))
              .add("active leases", FieldText.text(health, "lease_active")));
    }
  }

  /** {@code tapline jobs switch}. */
  @Command(
      name = "switch",
      description = {
        "Shows or changes the kill switch.",
        "While it is off, the tenant accepts no new jobs through any API; workers still claim and"
            + " finish existing jobs.",
        "A change requires an administrator."
      },
      footer = {
        "%nExamples:",
        "  tapline jobs switch",
        "  tapline jobs switch off --reason 'storage is full'",
        "  tapline jobs switch on --reason 'storage was added'"
      })
  static final class Switch extends ActCommand {

    private static final String PATH = "/api/v1/jobs/switch";

    private static final String ON = "on";
    private static final String OFF = "off";

    @Parameters(
        paramLabel = "on|off",
        arity = "0..1",
        description = "The new position. Default: the command only shows the switch.")
    private String position;

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The reason, which is stored with the action; required for a change.")
    private String reason;

    @Override
    protected ExitCode run(ServerSession session) {
      if (position != null && !position.equals(ON) && !position.equals(OFF)) {
        throw wrong("the position is on or off, not '" + position + "'");
      }
      if (position != null && (reason == null || reason.isBlank())) {
        throw wrong("give the reason with --reason");
      }
      if (position == null && reason != null) {
        throw wrong("give on or off, or omit --reason");
      }
      if (position == null) {
        var is = session.get(PATH);
        return show(session, is, facts(is));
      }
      var body = InputDocuments.object().put("enabled", position.equals(ON)).put("reason", reason);
      var turned = post(session, PATH, body);
      return show(session, turned, printer -> printer.facts(facts(session.get(PATH))));
    }

    private static FactSheet facts(JsonNode is) {
      boolean on = is.path("enabled").asBoolean();
      return new FactSheet()
          .add("switch", on ? "on" : "off")
          .add("new jobs", on ? "accepted" : "refused")
          .add("changed by", FieldText.text(is, "changed_by"))
          .add("changed at", FieldText.time(is, "changed_at"))
          .add("reason", FieldText.text(is, "reason"));
    }
  }
}
