package io.tapline.demo;

import io.tapline.client.api.JobRequest;
import io.tapline.client.api.KindRequest;
import io.tapline.client.api.QueueFilter;
import io.tapline.client.api.QueueView;
import io.tapline.client.api.RetryPolicy;
import io.tapline.client.api.WorkflowRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The workflows of the demo: recurring reports, and reanalyses of whole batches. */
final class LabWorkflows {

  static final String REPORT = "lab_report";
  static final String REANALYSIS = "batch_reanalysis";

  /** The job kinds; each has its own worker. */
  static final String REPORTING = "reporting";

  static final String REANALYSING = "reanalysing";

  /** The executor of both kinds. */
  static final String EXECUTOR = "external_worker";

  private static final int SAMPLES = 24;
  private static final int LEASE_SECONDS = 60;

  private final SimulatedLab lab;

  LabWorkflows(SimulatedLab lab) {
    this.lab = lab;
  }

  /** Creates the kinds unless an earlier start has created them. */
  void open() {
    var known =
        lab.office().queues().list(QueueFilter.all().limit(500)).items().stream()
            .map(QueueView::queueKey)
            .toList();
    for (var kind : List.of(REPORTING, REANALYSING)) {
      if (!known.contains(kind)) {
        lab.clients()
            .admin()
            .jobs()
            .createKind(
                KindRequest.of(kind, EXECUTOR)
                    .leaseTtlSeconds(LEASE_SECONDS)
                    .maxAttempts(3)
                    .retryPolicy(RetryPolicy.exponential(lab.pace().seconds(5, 1), 2, 60)));
      }
    }
  }

  /**
   * Collects data at each site, reconciles them, runs two checks, and writes and sends the report.
   */
  String report(int number) {
    var sites = new ArrayList<String>();
    var request = WorkflowRequest.of(REPORT, "demo:schedule").correlationId("report-" + number);
    for (var site : LabSite.values()) {
      sites.add("collect " + site.title());
      request.job(step(REPORTING, "collect " + site.title(), number));
    }
    return make(
        request
            .job(step(REPORTING, "reconcile", number).after(sites))
            .job(step(REPORTING, "coverage", number).after(List.of("reconcile")))
            .job(step(REPORTING, "contamination", number).after(List.of("reconcile")))
            .job(
                step(REPORTING, ReportHandlers.WRITE, number)
                    .after(List.of("coverage", "contamination")))
            .job(step(REPORTING, "send out", number).after(List.of(ReportHandlers.WRITE))));
  }

  /** Processes each sample independently between a common first and last step. */
  String reanalysis(int number) {
    var request =
        WorkflowRequest.of(REANALYSIS, "demo:request").correlationId("reanalysis-" + number);
    request.job(step(REANALYSING, "fetch reference", number));
    var checked = new ArrayList<String>();
    for (int i = 1; i <= SAMPLES; i++) {
      var sample = String.format("%02d", i);
      request
          .job(step(REANALYSING, "align " + sample, number).after(List.of("fetch reference")))
          .job(step(REANALYSING, "call " + sample, number).after(List.of("align " + sample)))
          .job(step(REANALYSING, "check " + sample, number).after(List.of("call " + sample)));
      checked.add("check " + sample);
    }
    return make(
        request
            .job(step(REANALYSING, "merge", number).after(checked).onFailure("continue"))
            .job(step(REANALYSING, "archive", number).after(List.of("merge"))));
  }

  private String make(WorkflowRequest request) {
    return lab.office().workflows().create(request).workflow().workflowId();
  }

  private static JobRequest step(String kind, String name, int number) {
    return JobRequest.of(kind, "demo", EXECUTOR, "demo-lab")
        .named(name)
        .maxAttempts(3)
        .safePayload(Map.of("demo", true, "step", name, "number", number));
  }
}
