package io.tapline.cli.enqueue;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.print.SafeText;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a new subject as options; for a file they apply to the lines that leave them out.
 */
final class ItemOptions {

  private static final String TASK = "data/execution/task/1.0";

  @Option(names = "--queue", paramLabel = "QUEUE", description = "Where it goes.")
  private String queue;

  @Option(
      names = "--template",
      paramLabel = "CODE",
      description = "What it is; default " + TASK + ".")
  private String template = TASK;

  @Option(names = "--name", paramLabel = "TEXT", description = "Its name, for people.")
  private String name;

  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description = "What it is about; may be repeated.")
  private Map<String, String> texts = new LinkedHashMap<>();

  @Option(names = "--properties", paramLabel = "JSON", description = "The same as one JSON object.")
  private String json;

  @Option(
      names = "--action",
      paramLabel = "KEY",
      description = "What the worker is to do, in its own words.")
  private String action;

  @Option(names = "--priority", paramLabel = "N", description = "Higher is sooner.")
  private Integer priority;

  @Option(
      names = "--ready-at",
      paramLabel = "TIME",
      description = "Not before, as 2026-01-31T08:00:00Z.")
  private String readyAt;

  @Option(
      names = "--due-at",
      paramLabel = "TIME",
      description = "Earlier is sooner among equal priorities.")
  private String dueAt;

  @Option(names = "--max-attempts", paramLabel = "N", description = "Attempts before it is dead.")
  private Integer maxAttempts;

  @Option(names = "--site", paramLabel = "SITE", description = "The site it belongs to.")
  private String site;

  @Option(names = "--platform", paramLabel = "NAME", description = "The platform it needs.")
  private String platform;

  @Option(names = "--assay", paramLabel = "NAME", description = "The assay it is part of.")
  private String assay;

  @Option(
      names = "--correlation",
      paramLabel = "ID",
      description = "Carried into evidence and events.")
  private String correlation;

  @Option(
      names = "--trx",
      paramLabel = "EUID",
      description = "The transaction it belongs to, in the surrounding system.")
  private String trx;

  @Option(names = "--accession", paramLabel = "EUID", description = "The accession, likewise.")
  private String accession;

  @Option(names = "--run", paramLabel = "EUID", description = "The run, likewise.")
  private String run;

  @Option(names = "--step", paramLabel = "EUID", description = "The step, likewise.")
  private String step;

  /** Contains the given options only. */
  ObjectNode item() {
    var item = InputDocuments.object().put("template_code", template);
    put(item, "queue_key", queue);
    put(item, "subject_name", name);
    put(item, "next_action_key", action);
    put(item, "ready_at", readyAt);
    put(item, "due_at", dueAt);
    put(item, "correlation_id", correlation);
    if (priority != null) {
      item.put("priority", priority);
    }
    if (maxAttempts != null) {
      item.put("max_attempts", maxAttempts);
    }
    var properties = properties();
    if (!properties.isEmpty()) {
      item.set("properties", properties);
    }
    var refs = InputDocuments.object();
    put(refs, "trx_euid", trx);
    put(refs, "accession_euid", accession);
    put(refs, "run_euid", run);
    put(refs, "step_euid", step);
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
    put(scope, "site", site);
    put(scope, "platform", platform);
    put(scope, "assay", assay);
    return scope;
  }

  private static void put(ObjectNode node, String field, String value) {
    if (value != null) {
      node.put(field, value);
    }
  }
}
