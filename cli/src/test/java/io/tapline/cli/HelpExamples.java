package io.tapline.cli;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Examples as people read them, with EUIDs of things that are there put in. */
final class HelpExamples {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern EUID = Pattern.compile("Z-(TK|HD|DR|ES|WK|WF|KT|WH|WD|SX)-1A");

  private final TenantApi lab;
  private final String queue;
  private String webhook;

  /**
   * @param queue where the things are
   */
  HelpExamples(TenantApi lab, String queue) {
    this.lab = lab;
    this.queue = queue;
  }

  /** The command lines of a help text or of a guide. */
  static List<String> in(Stream<String> lines, String prompt) {
    return lines
        .map(String::strip)
        .filter(line -> line.startsWith(prompt + "tapline "))
        .map(line -> line.substring(prompt.length()))
        .toList();
  }

  /** The arguments, and the file that is to be standard input, if any, after a {@code <}. */
  String[] words(String example) {
    var words = new ArrayList<String>();
    var match = WORD.matcher(example);
    while (match.find()) {
      words.add(match.group(1) != null ? match.group(1) : real(match.group(2), example));
    }
    return words.subList(1, words.size()).toArray(String[]::new);
  }

  /** The arguments of a command, with EUIDs of things that are there. */
  String[] filled(String... words) {
    var example = "tapline " + String.join(" ", words);
    return Stream.of(words).map(word -> real(word, example)).toArray(String[]::new);
  }

  private String real(String word, String example) {
    var match = EUID.matcher(word);
    if (!match.matches()) {
      return word;
    }
    return switch (match.group(1)) {
      case "TK" -> lab.enqueue(queue);
      case "HD" -> hold();
      case "DR" -> deadLetter();
      case "ES" -> lease();
      case "WK" -> worker(example);
      case "WF" -> workflow();
      case "SX" -> subscription();
      case "WH" -> webhook();
      case "WD" -> lab.webhookLetter(webhook);
      default -> token();
    };
  }

  private String hold() {
    return lab.operator
        .post(
            "actions/hold",
            TenantApi.body(
                "subject_euid", lab.enqueue(queue), "hold_code", "RECHECK", "reason", "smudged"))
        .ok()
        .path("hold_euid")
        .asString();
  }

  private String lease() {
    lab.enqueue(queue);
    return lab.claimOne(lab.worker(), queue).path("lease_euid").asString();
  }

  private String deadLetter() {
    var worker = lab.worker();
    lab.enqueue(queue);
    return lab.service
        .post(
            "actions/fail",
            TenantApi.on(worker, lab.claimOne(worker, queue), "error_class", "PERMANENT_INPUT"))
        .ok()
        .path("dead_letter_euid")
        .asString();
  }

  private String worker(String example) {
    var worker = lab.worker();
    if (example.startsWith("tapline enable")) {
      lab.admin
          .post(
              "actions/disable-worker",
              TenantApi.body("worker_euid", worker, "reason", "for a while"))
          .ok();
    }
    return worker;
  }

  private String workflow() {
    var kind = new GoodJobs(lab).kind();
    return lab.admin
        .post(GoodJobs.WORKFLOWS, GoodJobs.workflow(List.of(GoodJobs.step("a", kind, List.of()))))
        .ok()
        .at("/workflow/workflow_id")
        .asString();
  }

  private String subscription() {
    return lab.admin
        .post(GoodJobs.JOBS + "subscriptions", GoodJobs.subscription(new GoodJobs(lab).kind()))
        .ok()
        .path("subscription_id")
        .asString();
  }

  /** Stores the webhook, because the dead letter of an example belongs to it. */
  private String webhook() {
    webhook =
        lab.admin
            .post(
                "/api/v1/webhooks",
                TenantApi.body(
                    "name",
                    TenantApi.unique("hook"),
                    "url",
                    "https://192.0.2.1/hook",
                    "secret",
                    "0123456789".repeat(4)))
            .ok()
            .path("webhook_euid")
            .asString();
    return webhook;
  }

  private String token() {
    return lab.admin
        .post(
            "/api/v1/tokens",
            TenantApi.body(
                "name",
                TenantApi.unique("token"),
                "reason",
                "new",
                "roles",
                List.of("worker_service")))
        .ok()
        .path("token_euid")
        .asString();
  }

  /** Files that the examples of the help texts read. */
  static final Map<String, String> FILES =
      Map.of(
          "extraction.yaml",
          "queue_key: extraction\nsubject_template_codes: [data/execution/task/1.0]\n",
          "pipeline.yaml",
          """
          workflow_kind: pipeline
          generator: "MOT:template_1"
          jobs:
            - {name: a, kind: cut, domain: staging, executor: DOT, source_system: lims}
            - {name: b, kind: cut, domain: staging, executor: DOT, source_system: lims, after: [a]}
          """,
          "follow-up.yaml",
          """
          name: follow up
          event_type: job_succeeded
          filter: {kind: cut}
          job: {kind: mail, domain: care, executor: Agent, source_system: lims}
          reason: customers ask
          """,
          "lims.key",
          "0123456789".repeat(4) + "\n",
          "samples.jsonl",
          "{\"subject_name\": \"S-2\"}\n{\"subject_name\": \"S-3\", \"priority\": 9}\n");
}
