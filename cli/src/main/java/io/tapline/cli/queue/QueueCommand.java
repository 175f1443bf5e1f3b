package io.tapline.cli.queue;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.CommandGroup;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline queue}: one queue's policy. */
@Command(
    name = "queue",
    description = "Shows, creates, changes and retires queues.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      QueueCommand.ShowQueue.class,
      QueueCommand.CreateQueue.class,
      QueueCommand.UpdateQueue.class,
      QueueCommand.RetireQueue.class
    },
    footer = {"%nExample:", "  tapline queue show extraction"})
public final class QueueCommand extends CommandGroup {

  /** {@code tapline queue show}. */
  @Command(
      name = "show",
      description = "Shows the policy and the figures of a queue.",
      footer = {"%nExample:", "  tapline queue show extraction"})
  static final class ShowQueue extends ServerCommand {

    @Parameters(paramLabel = "QUEUE", description = "The key of the queue.")
    private String queue;

    @Override
    protected ExitCode run(ServerSession session) {
      var view = session.get("queues/" + TaplineHttp.encode(queue));
      var facts = new FactSheet();
      view.forEachEntry(
          (name, value) ->
              facts.add(
                  name, name.endsWith("_at") ? FieldText.time(view, name) : FieldText.text(value)));
      return show(session, view, facts);
    }
  }

  /** {@code tapline queue create}. */
  @Command(
      name = "create",
      description = "Creates a queue from a YAML or JSON file. Requires an administrator.",
      footer = {"%nExample:", "  tapline queue create extraction.yaml"})
  static final class CreateQueue extends ActCommand {

    @Parameters(
        paramLabel = "FILE",
        description =
            "The file with the policy: queue_key, subject_template_codes, and the fields that differ"
                + " from the defaults.")
    private String file;

    @Override
    protected ExitCode run(ServerSession session) {
      return act(session, "create-queue", QueueFile.read(here(), file));
    }
  }

  /** {@code tapline queue update}. */
  @Command(
      name = "update",
      description = {
        "Changes the policy of a queue to the values in a YAML or JSON file.",
        "Fields that the file omits do not change. Requires an administrator."
      },
      footer = {
        "%nExample:",
        "  tapline queue update extraction.yaml --reason 'longer leases at night'"
      })
  static final class UpdateQueue extends ActCommand {

    private static final String REVISION = "expected_revision";
    private static final String TEMPLATES = "subject_template_codes";

    @Parameters(
        paramLabel = "FILE",
        description = "The file with queue_key and the fields to change.")
    private String file;

    @Option(
        names = "--expected-revision",
        paramLabel = "N",
        description =
            "The revision that the queue must have, otherwise the server refuses the change. Default:"
                + " the current revision.")
    private Long revision;

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The reason, which is stored with the action.")
    private String reason;

    @Override
    protected ExitCode run(ServerSession session) {
      var policy = QueueFile.read(here(), file);
      var path = "queues/" + TaplineHttp.encode(policy.path("queue_key").asString());
      var now = (ObjectNode) session.get(path);
      // An unchanged file of a created queue is accepted: templates cannot change, so equal ones
      // are
      // not sent.
      if (policy.path(TEMPLATES).equals(now.path(TEMPLATES))) {
        policy.remove(TEMPLATES);
      }
      if (revision != null) {
        policy.put(REVISION, revision);
      } else if (!policy.has(REVISION)) {
        policy.put(REVISION, now.path("revision").asLong());
      }
      return act(session, "update-queue", InputDocuments.put(policy, "reason", reason));
    }
  }

  /** {@code tapline queue retire}. */
  @Command(
      name = "retire",
      description = "Retires a queue, so that its key can be reused. Requires an administrator.",
      footer = {
        "%nExample:",
        "  tapline queue retire old-extraction --reason 'protocol 3 replaces it'"
      })
  static final class RetireQueue extends ActCommand {

    @Parameters(paramLabel = "QUEUE", description = "The key of the queue.")
    private String queue;

    @Option(
        names = "--replaced-by",
        paramLabel = "QUEUE",
        description = "The key of the queue that replaces this one. Default: none.")
    private String successor;

    @Option(
        names = "--leave-waiting",
        description =
            "With --replaced-by: leaves the jobs of the queue for a new queue with the same key,"
                + " instead of a refusal.")
    private boolean leaveWaiting;

    @Mixin private ReasonOption why;

    @Override
    protected ExitCode run(ServerSession session) {
      var body = why.body().put("queue_key", queue);
      InputDocuments.put(body, "replaced_by", successor);
      if (leaveWaiting) {
        body.put("leave_waiting", true);
      }
      return act(session, "retire-queue", body);
    }
  }

  /** The policy of a queue from a file: YAML or JSON with the fields of the action. */
  static final class QueueFile {

    private QueueFile() {}

    static ObjectNode read(CommandEnvironment here, String file) {
      var policy = InputDocuments.file(here.directory().resolve(file));
      if (!policy.path("queue_key").isString()) {
        throw CommandFailed.usage(file + " has no queue_key; add the key of the queue");
      }
      return policy;
    }
  }
}
