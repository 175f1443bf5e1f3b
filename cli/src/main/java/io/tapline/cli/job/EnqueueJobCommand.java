package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code tapline jobs enqueue}. */
@Command(
    name = "enqueue",
    description = {
      "Makes a job of a kind. It carries references and signals, never data.",
      "The same --key of the same kind is the same job."
    },
    footer = {
      "%nExample:",
      "  tapline jobs enqueue --kind cut --domain staging --executor DOT --key doc-7"
    })
public final class EnqueueJobCommand extends JobAct {

  @Option(names = "--kind", paramLabel = "KIND", required = true, description = "What sort of job.")
  private String kind;

  @Option(
      names = "--domain",
      paramLabel = "DOMAIN",
      required = true,
      description = "The business domain that it belongs to.")
  private String domain;

  @Option(
      names = "--executor",
      paramLabel = "EXECUTOR",
      required = true,
      description = "Who executes it: the kind's executor.")
  private String executor;

  @Option(
      names = "--source-system",
      paramLabel = "NAME",
      description = "The system that asks; default ${DEFAULT-VALUE}.")
  private String sourceSystem = "cli";

  @Option(names = "--source-ref", paramLabel = "REF", description = "What it starts from.")
  private String sourceRef;

  @Option(names = "--target-ref", paramLabel = "REF", description = "What it is to change.")
  private String targetRef;

  @Option(names = "--payload-ref", paramLabel = "REF", description = "Where its data is.")
  private String payloadRef;

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "Signals and small scalars, such as {\"pages\": 12}.")
  private String payload;

  @Option(names = "--priority", paramLabel = "N", description = "Higher is sooner.")
  private Integer priority;

  @Option(
      names = "--process-after",
      paramLabel = "TIME",
      description = "Not before then, as 2027-01-31T00:00:00Z.")
  private String processAfter;

  @Option(
      names = "--deadline-at",
      paramLabel = "TIME",
      description = "The deadline: past it, the job fails instead of being done.")
  private String deadlineAt;

  @Option(names = "--correlation", paramLabel = "ID", description = "Carried into its evidence.")
  private String correlation;

  @Override
  protected ExitCode run(ServerSession session) {
    var body =
        InputDocuments.object()
            .put("kind", kind)
            .put("domain", domain)
            .put("executor", executor)
            .put("source_system", sourceSystem);
    text(body, "source_ref", sourceRef);
    text(body, "target_ref", targetRef);
    text(body, "payload_ref", payloadRef);
    text(body, "process_after", processAfter);
    text(body, "deadline_at", deadlineAt);
    text(body, "correlation_id", correlation);
    if (payload != null) {
      body.set("safe_payload", InputDocuments.json(payload, "--payload"));
    }
    if (priority != null) {
      body.put("priority", priority);
    }
    return done(session, "enqueue", body);
  }

  private static void text(ObjectNode body, String name, String value) {
    if (value != null) {
      body.put(name, value);
    }
  }
}
