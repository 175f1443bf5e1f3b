package io.tapline.cli.webhook;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.connect.InputDocuments;
import java.util.List;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a webhook for its creation and later changes. */
final class WebhookOptions {

  @Option(
      names = "--to",
      paramLabel = "URL",
      description = "The URL of the receiver, http or https.")
  private String url;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "The file whose only line is the secret of the signatures; the server never returns it.")
  private String secretFile;

  @Option(
      names = "--event",
      paramLabel = "TYPE",
      split = ",",
      description =
          "Sends only events of this type; may be repeated. Default of a new webhook: all types except"
              + " heartbeats and renewals.")
  private List<String> events;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      split = ",",
      description =
          "Sends only events of jobs in this queue; may be repeated. Default of a new webhook: all queues.")
  private List<String> queues;

  @Option(
      names = "--event-names",
      paramLabel = "NAMES",
      description =
          "The form of the event types: DOT (dot.job.succeeded) or TAPLINE (job_succeeded)."
              + " Default of a new webhook: TAPLINE.")
  private String eventNames;

  @Option(
      names = "--enabled",
      paramLabel = "BOOLEAN",
      arity = "1",
      description =
          "Whether events are sent; with false they wait until it is true again. Default of a new"
              + " webhook: true.")
  private Boolean enabled;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason, which is stored with the action.")
  private String reason;

  /** Adds the given options. */
  ObjectNode into(ObjectNode body, CommandEnvironment here) {
    InputDocuments.put(body, "url", url);
    InputDocuments.put(body, "secret", secretFile == null ? null : secret(here));
    put(body, "event_types", events);
    put(body, "queue_keys", queues);
    InputDocuments.put(body, "event_names", eventNames);
    InputDocuments.put(body, "enabled", enabled);
    return InputDocuments.put(body, "reason", reason);
  }

  boolean complete() {
    return url != null && secretFile != null;
  }

  private String secret(CommandEnvironment here) {
    var lines = InputDocuments.text(here.directory().resolve(secretFile)).strip().lines().toList();
    if (lines.size() != 1) {
      throw CommandFailed.usage(
          secretFile + " has " + lines.size() + " lines; a secret must be one line of text");
    }
    return lines.get(0);
  }

  /** One empty value means an empty list, which selects all. */
  private static void put(ObjectNode body, String field, List<String> values) {
    if (values != null) {
      var list = body.putArray(field);
      values.stream().filter(value -> !value.isBlank()).forEach(list::add);
    }
  }
}
