package io.tapline.demo;

import io.tapline.api.WorkerType;
import io.tapline.client.error.TaplineException;
import io.tapline.client.worker.Worker;
import io.tapline.client.worker.WorkerBuilder;
import io.tapline.packs.wetlab.SequencingPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The permanent workers, on the worker runtime. Each names its queues: without them, it would also
 * claim jobs from queues of a visitor.
 */
final class LabWorkers implements AutoCloseable {

  /** The build version that distinguishes workers of the demo from those of a visitor. */
  static final String BUILD = "demo";

  private static final Logger LOG = LoggerFactory.getLogger(LabWorkers.class);
  private static final WorkerType PERSON = WorkerType.HUMAN_SESSION;
  private static final WorkerType INSTRUMENT = WorkerType.INSTRUMENT_ADAPTER;

  private final SimulatedLab lab;
  private final StepHandlers stepHandlers;
  private final List<Worker> workers = new ArrayList<>();

  LabWorkers(SimulatedLab lab, SequencingRuns sequencingRuns) {
    this.lab = lab;
    this.stepHandlers = new StepHandlers(lab, sequencingRuns);
  }

  void start() {
    for (var site : LabSite.values()) {
      start(
          worker(site.technician() + " (" + site.title() + ")", PERSON, "wetlab.extraction")
              .queue("extraction_prod")
              .site(site.code())
              .handle(stepHandlers.extraction(site)));
    }
    start(
        worker("Noor Haddad (research)", PERSON, "wetlab.extraction")
            .queue("extraction_rnd")
            .handle(stepHandlers.extraction(LabSite.BASEL)));
    start(
        worker("Qubit Flex", INSTRUMENT, "wetlab.post_extract_qc")
            .queue("post_extract_qc")
            .concurrency(2)
            .handle(stepHandlers.postExtractQc()));
    start(
        worker("TapeStation 4200", INSTRUMENT, "wetlab.library_qc", "platform.ILMN", "platform.ONT")
            .queue("ilmn_lib_qc")
            .queue("ont_lib_qc")
            .concurrency(2)
            .handle(stepHandlers.libraryQc()));
    for (var platform : SequencingPlatform.values()) {
      startPlatform(platform);
    }
    start(
        worker("Compute cluster", WorkerType.SERVICE, "compute.dispatch")
            .queue("compute_dispatch")
            .concurrency(3)
            .handle("record_analysis_artifacts", stepHandlers.collection())
            .handle(stepHandlers.analysis()));
    start(
        worker("Aiko Sato (analysis)", PERSON, "compute.qc")
            .queue("analysis_qc")
            .handle(stepHandlers.analysisQc()));
    startSteps();
  }

  private void startSteps() {
    var steps = new ReportHandlers(lab);
    start(
        worker("Report server", WorkerType.SERVICE, LabWorkflows.EXECUTOR)
            .queue(LabWorkflows.REPORTING)
            .concurrency(3)
            .handle(steps.reporting()));
    start(
        worker("Reanalysis cluster", WorkerType.SERVICE, LabWorkflows.EXECUTOR)
            .queue(LabWorkflows.REANALYSING)
            .concurrency(6)
            .handle(steps.reanalysing()));
  }

  private void startPlatform(SequencingPlatform platform) {
    boolean nanopore = platform == SequencingPlatform.ONT;
    var steps = nanopore ? "ont_" : "ilmn_";
    start(
        worker(
                nanopore ? "Luca Moretti (Nanopore prep)" : "Hamilton STAR",
                nanopore ? PERSON : INSTRUMENT,
                "wetlab.library_prep",
                "platform." + platform)
            .queue(steps + "lib_prep")
            .concurrency(3)
            .handle(stepHandlers.libraryPrep(platform)));
    start(
        worker(
                nanopore ? "PromethION 24" : "NovaSeq X Plus",
                INSTRUMENT,
                "wetlab.run_start",
                "platform." + platform)
            .queue(steps + "start_seq_run")
            .handle(stepHandlers.run(platform)));
  }

  private WorkerBuilder worker(String name, WorkerType type, String... capabilities) {
    var worker =
        lab.floor()
            .worker(name)
            .type(type)
            .buildVersion(BUILD)
            .heartbeatTtl(Duration.ofSeconds(60))
            .grace(Duration.ofSeconds(2))
            // The server stops the demo in its own order.
            .stopAtExit(false);
    for (var capability : capabilities) {
      worker.capability(capability);
    }
    return worker;
  }

  private void start(WorkerBuilder worker) {
    workers.add(worker.start());
  }

  /** The workers stop in parallel, because each waits for its current job. */
  @Override
  public void close() {
    workers.parallelStream().forEach(this::end);
  }

  /** The next start uses new workers, so this one is retired. */
  private void end(Worker worker) {
    worker.close();
    try {
      lab.clients().admin().workers().retire(worker.euid(), "The demo was stopped");
    } catch (TaplineException e) {
      LOG.debug("the supervisor of the next start retires it", e);
    }
  }
}
