package io.tapline.cli.enqueue;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.print.SafeText;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a new job as options; for a file they apply to the lines that omit them. */
final class ItemOptions {

  private static final String TASK = "data/execution/task/1.0";

  @Option(names = "--queue", paramLabel = "QUEUE", description = "The key of the queue.")
  private String queue;

  @Option(
      names = "--template",
      paramLabel = "CODE",
      description = "The template of the job. Default: " + TASK + ".")
  private String template = TASK;

  @Option(names = "--name", paramLabel = "TEXT", description = "The display name of the job.")
  private String name;

  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description = "A property of the job, as a text; may be repeated.")
  private Map<String, String> texts = new LinkedHashMap<>();

  @Option(
      names = "--properties",
      paramLabel = "JSON",
      description = "Properties of the job, as one JSON object.")
  private String json;

  @Option(
      names = "--action",
      paramLabel = "KEY",
      description =
          "The key of the action that the worker performs. Default: the default action of the queue.")
  private String action;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "The priority; higher values are claimed first. Default: 0.")
  private Integer priority;

  @Option(
      names = "--ready-at",
      paramLabel = "TIME",
      description = "The earliest time of a claim, such as 2026-01-31T08:00:00Z. Default: now.")
  private String readyAt;

  @Option(
      names = "--due-at",
      paramLabel = "TIME",
      description = "The due time; among equal priorities, earlier ones are claimed first.")
  private String dueAt;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "The maximum number of attempts. Default: the limit of the queue.")
  private Integer maxAttempts;

  @Option(names = "--site", paramLabel = "SITE", description = "The site of the job.")
  private String site;

  @Option(
      names = "--platform",
      paramLabel = "NAME",
      description = "The platform that the job needs.")
  private String platform;

  @Option(names = "--assay", paramLabel = "NAME", description = "The assay of the job.")
  private String assay;

  @Option(
      names = "--correlation",
      paramLabel = "ID",
      description = "The correlation id, which actions and events contain.")
  private String correlation;

  @Option(
      names = "--trx",
      paramLabel = "EUID",
      description = "The transaction of an external system that the job belongs to.")
  private String trx;

  @Option(
      names = "--accession",
      paramLabel = "EUID",
      description = "The accession of an external system that the job belongs to.")
  private String accession;

  @Option(
      names = "--run",
      paramLabel = "EUID",
      description = "The run of an external system that the job belongs to.")
  private String run;

  @Option(
      names = "--step",
      paramLabel = "EUID",
      description = "The step of an external system that the job belongs to.")
  private String step;

  /** Contains the given options only. */
  ObjectNode item() {
    var item = InputDocuments.object().put("template_code", template);
    InputDocuments.put(item, "queue_key", queue);
    InputDocuments.put(item, "subject_name", name);
    InputDocuments.put(item, "next_action_key", action);
    InputDocuments.put(item, "ready_at", readyAt);
    InputDocuments.put(item, "due_at", dueAt);
    InputDocuments.put(item, "correlation_id", correlation);
    InputDocuments.put(item, "priority", priority);
    InputDocuments.put(item, "max_attempts", maxAttempts);
    var properties = properties();
    if (!properties.isEmpty()) {
      item.set("properties", properties);
    }
    var refs = InputDocuments.object();
    InputDocuments.put(refs, "trx_euid", trx);
    InputDocuments.put(refs, "accession_euid", accession);
    InputDocuments.put(refs, "run_euid", run);
    InputDocuments.put(refs, "step_euid", step);
    if (!refs.isEmpty()) {
      item.set("correlation", refs);
    }
    var scope = scope();
    if (!scope.isEmpty()) {
      item.set("scope", scope);
    }
    return item;
  }

  private ObjectNode properties() {
    var properties =
        json == null ? InputDocuments.object() : InputDocuments.json(json, "--properties");
    texts.forEach(
        (key, value) -> {
          if (properties.has(key)) {
            throw CommandFailed.usage(
                "The property '" + SafeText.oneLine(key) + "' is given twice; give it once");
          }
          properties.put(key, value);
        });
    return properties;
  }

  private ObjectNode scope() {
    var scope = InputDocuments.object();
    InputDocuments.put(scope, "site", site);
    InputDocuments.put(scope, "platform", platform);
    return InputDocuments.put(scope, "assay", assay);
  }
}
