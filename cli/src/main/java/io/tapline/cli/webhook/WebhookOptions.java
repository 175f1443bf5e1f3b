package io.tapline.cli.webhook;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.connect.InputDocuments;
import java.util.List;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a webhook for its creation and later changes. */
final class WebhookOptions {

  @Option(names = "--to", paramLabel = "URL", description = "Where events are sent, http or https.")
  private String url;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = "Its one line is what events are signed with; nobody can read it again.")
  private String secretFile;

  @Option(
      names = "--event",
      paramLabel = "TYPE",
      split = ",",
      description = "Only events of this type; may be repeated. Absent: all but heartbeats.")
  private List<String> events;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      split = ",",
      description = "Only of work in this queue; may be repeated. Absent: of all.")
  private List<String> queues;

  @Option(
      names = "--event-names",
      paramLabel = "NAMES",
      description = "DOT: dot.job.succeeded and so on; TAPLINE: job_succeeded.")
  private String eventNames;

  @Option(
      names = "--enabled",
      paramLabel = "BOOLEAN",
      arity = "1",
      description = "false: events wait until it is true again.")
  private Boolean enabled;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the evidence.")
  private String reason;

  /** Adds the given options. */
  ObjectNode into(ObjectNode body, CommandEnvironment here) {
    put(body, "url", url);
    put(body, "secret", secretFile == null ? null : secret(here));
    put(body, "event_types", events);
    put(body, "queue_keys", queues);
    put(body, "event_names", eventNames);
    if (enabled != null) {
      body.put("enabled", enabled);
    }
    put(body, "reason", reason);
    return body;
  }

  boolean complete() {
    return url != null && secretFile != null;
  }

  private String secret(CommandEnvironment here) {
    var lines = InputDocuments.text(here.directory().resolve(secretFile)).strip().lines().toList();
    if (lines.size() != 1) {
      throw CommandFailed.usage(
          secretFile + " has " + lines.size() + " lines; a secret is one line of text");
    }
    return lines.get(0);
  }

  private static void put(ObjectNode body, String field, String value) {
    if (value != null) {
      body.put(field, value);
    }
  }

  /** One empty value stands for an empty list, which selects all. */
  private static void put(ObjectNode body, String field, List<String> values) {
    if (values != null) {
      var list = body.putArray(field);
      values.stream().filter(value -> !value.isBlank()).forEach(list::add);
    }
  }
}
