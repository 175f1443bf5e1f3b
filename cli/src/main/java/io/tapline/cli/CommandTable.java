package io.tapline.cli;

import io.tapline.cli.act.CancelCommand;
import io.tapline.cli.act.ExpireLeaseCommand;
import io.tapline.cli.act.HoldCommand;
import io.tapline.cli.act.ReleaseHoldCommand;
import io.tapline.cli.act.RequeueCommand;
import io.tapline.cli.act.ResolveCommand;
import io.tapline.cli.act.WorkerVerb;
import io.tapline.cli.agent.McpCommand;
import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.connect.SharedOptions;
import io.tapline.cli.doctor.DoctorCommand;
import io.tapline.cli.enqueue.EnqueueCommand;
import io.tapline.cli.exec.WorkerCommand;
import io.tapline.cli.job.JobsCommand;
import io.tapline.cli.job.KindsCommand;
import io.tapline.cli.job.WorkflowsCommand;
import io.tapline.cli.queue.QueueCommand;
import io.tapline.cli.read.DeadLetterCommand;
import io.tapline.cli.read.EventsCommand;
import io.tapline.cli.read.HistoryCommand;
import io.tapline.cli.read.HoldsCommand;
import io.tapline.cli.read.ItemsCommand;
import io.tapline.cli.read.LeasesCommand;
import io.tapline.cli.read.LineageCommand;
import io.tapline.cli.read.QueuesCommand;
import io.tapline.cli.read.ShowCommand;
import io.tapline.cli.read.WhyCommand;
import io.tapline.cli.read.WorkersCommand;
import io.tapline.cli.subscription.SubscriptionsCommand;
import io.tapline.cli.token.TokenCommand;
import io.tapline.cli.webhook.WebhooksCommand;
import io.tapline.server.Main;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands by name, in the order of the help. A command is created on demand: reading the
 * annotations of all commands takes longer than most commands run.
 */
final class CommandTable {

  /** This command needs the classes of the server; the others do not. */
  static final String SERVE = "serve";

  static final List<String> NAMES =
      List.of(
          "queues",
          "items",
          "show",
          "why",
          "history",
          "lineage",
          "workers",
          "leases",
          "holds",
          "dead-letter",
          "events",
          "enqueue",
          "worker",
          "hold",
          "release-hold",
          "requeue",
          "cancel",
          "resolve",
          "drain",
          "disable",
          "enable",
          "retire",
          "expire-lease",
          "queue",
          "kinds",
          "jobs",
          "workflows",
          "subscriptions",
          "webhooks",
          "token",
          "doctor",
          "mcp",
          "completion",
          "help",
          SERVE);

  /** These commands describe the other commands and need all of them. */
  private static final Set<String> ABOUT_ALL = Set.of("completion", "help");

  /** The former name of {@code show}: it still runs the command and is in no help text. */
  private static final String FORMER_SHOW = "subject";

  /** These options need no command. */
  private static final Set<String> VERSION = Set.of("-V", "--version");

  private CommandTable() {}

  /** The command that the arguments name, or all commands if they name none. */
  static List<CommandLine> askedFor(CommandEnvironment here, String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      var word = arguments[i];
      if (!word.startsWith("-")) {
        return commandNamed(here, word);
      }
      if (VERSION.contains(word)) {
        return List.of();
      }
      i += SharedOptions.WITH_VALUE.contains(word) ? 1 : 0;
    }
    return all(here);
  }

  private static List<CommandLine> commandNamed(CommandEnvironment here, String word) {
    if (ABOUT_ALL.contains(word)) {
      return all(here);
    }
    if (word.equals(FORMER_SHOW)) {
      return List.of(make("show", here).setCommandName(FORMER_SHOW));
    }
    // For an unknown name, all names are offered so that picocli can suggest a similar one.
    return NAMES.contains(word)
        ? List.of(make(word, here))
        : NAMES.stream().map(name -> new CommandLine(CommandSpec.create().name(name))).toList();
  }

  static List<CommandLine> all(CommandEnvironment here) {
    return NAMES.stream().map(name -> make(name, here)).toList();
  }

  private static CommandLine make(String name, CommandEnvironment here) {
    if (name.equals(SERVE)) {
      var serve = new CommandLine(new Main(here.environment(), here.out()));
      serve.getCommandSpec().name(name);
      return serve;
    }
    return new CommandLine(command(name));
  }

  private static Object command(String name) {
    return switch (name) {
      case "queues" -> new QueuesCommand();
      case "items" -> new ItemsCommand();
      case "show" -> new ShowCommand();
      case "why" -> new WhyCommand();
      case "history" -> new HistoryCommand();
      case "lineage" -> new LineageCommand();
      case "workers" -> new WorkersCommand();
      case "leases" -> new LeasesCommand();
      case "holds" -> new HoldsCommand();
      case "dead-letter" -> new DeadLetterCommand();
      case "events" -> new EventsCommand();
      case "enqueue" -> new EnqueueCommand();
      case "worker" -> new WorkerCommand();
      case "hold" -> new HoldCommand();
      case "release-hold" -> new ReleaseHoldCommand();
      case "requeue" -> new RequeueCommand();
      case "cancel" -> new CancelCommand();
      case "resolve" -> new ResolveCommand();
      case "drain" -> new WorkerVerb.Drain();
      case "disable" -> new WorkerVerb.Disable();
      case "enable" -> new WorkerVerb.Enable();
      case "retire" -> new WorkerVerb.Retire();
      case "expire-lease" -> new ExpireLeaseCommand();
      case "queue" -> new QueueCommand();
      case "kinds" -> new KindsCommand();
      case "jobs" -> new JobsCommand();
      case "workflows" -> new WorkflowsCommand();
      case "subscriptions" -> new SubscriptionsCommand();
      case "webhooks" -> new WebhooksCommand();
      case "token" -> new TokenCommand();
      case "doctor" -> new DoctorCommand();
      case "mcp" -> new McpCommand();
      case "completion" -> new CompletionCommand();
      case "help" -> new HelpCommand();
      default -> throw new IllegalArgumentException("there is no command " + name);
    };
  }
}
