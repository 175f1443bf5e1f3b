package io.tapline.demo;

import java.util.List;

/** All workers and tasks of the running lab. */
final class RunningLab implements AutoCloseable {

  private final LabWorkers labWorkers;
  private final List<RepeatedTask> rounds;

  RunningLab(SimulatedLab lab, DemoQueues demoQueues, IdleMachines idleMachines) {
    var sequencingRuns = new SequencingRuns(lab);
    this.labWorkers = new LabWorkers(lab, sequencingRuns);
    this.rounds =
        List.of(
            new SpecimenReception(lab, demoQueues),
            new PoolingRobot(lab),
            new CloudAnalyses(lab, sequencingRuns),
            new CrashingWorker(lab),
            new RepeatedWorkflows(lab),
            new LabSupervisor(lab, idleMachines));
  }

  void start() {
    labWorkers.start();
    rounds.forEach(RepeatedTask::start);
  }

  @Override
  public void close() {
    rounds.forEach(RepeatedTask::close);
    labWorkers.close();
  }
}
