package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline jobs enqueue}. */
@Command(
    name = "enqueue",
    description = {
      "Enqueues a job of a kind. A job carries references and signals, never data.",
      "A repetition with the same --key and kind returns the same job."
    },
    footer = {
      "%nExample:",
      "  tapline jobs enqueue --kind cut --domain staging --executor DOT --key doc-7"
    })
public final class EnqueueJobCommand extends JobAct {

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      required = true,
      description = "The kind of the job.")
  private String kind;

  @Option(
      names = "--domain",
      paramLabel = "DOMAIN",
      required = true,
      description = "The business domain of the job.")
  private String domain;

  @Option(
      names = "--executor",
      paramLabel = "EXECUTOR",
      required = true,
      description = "The executor of the kind.")
  private String executor;

  @Option(
      names = "--source-system",
      paramLabel = "NAME",
      description = "The name of the requesting system. Default: ${DEFAULT-VALUE}.")
  private String sourceSystem = "cli";

  @Option(
      names = "--source-ref",
      paramLabel = "REF",
      description = "A reference to the source object of the job.")
  private String sourceRef;

  @Option(
      names = "--target-ref",
      paramLabel = "REF",
      description = "A reference to the object that the job changes.")
  private String targetRef;

  @Option(
      names = "--payload-ref",
      paramLabel = "REF",
      description = "A reference to the data of the job.")
  private String payloadRef;

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "A JSON object of signals and small scalars, such as {\"pages\": 12}.")
  private String payload;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "The priority; higher values are claimed first. Default: 0.")
  private Integer priority;

  @Option(
      names = "--process-after",
      paramLabel = "TIME",
      description = "The earliest time of a claim, such as 2027-01-31T00:00:00Z. Default: now.")
  private String processAfter;

  @Option(
      names = "--deadline-at",
      paramLabel = "TIME",
      description = "The deadline; a job that is unfinished then fails. Default: none.")
  private String deadlineAt;

  @Option(
      names = "--correlation",
      paramLabel = "ID",
      description = "The correlation id, which actions and events contain.")
  private String correlation;

  @Override
  protected ExitCode run(ServerSession session) {
    var body =
        InputDocuments.object()
            .put("kind", kind)
            .put("domain", domain)
            .put("executor", executor)
            .put("source_system", sourceSystem);
    InputDocuments.put(body, "source_ref", sourceRef);
    InputDocuments.put(body, "target_ref", targetRef);
    InputDocuments.put(body, "payload_ref", payloadRef);
    InputDocuments.put(body, "process_after", processAfter);
    InputDocuments.put(body, "deadline_at", deadlineAt);
    InputDocuments.put(body, "correlation_id", correlation);
    if (payload != null) {
      body.set("safe_payload", InputDocuments.json(payload, "--payload"));
    }
    InputDocuments.put(body, "priority", priority);
    return done(session, "enqueue", body);
  }
}
