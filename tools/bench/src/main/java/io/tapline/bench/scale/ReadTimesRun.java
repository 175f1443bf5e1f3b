package io.tapline.bench.scale;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.RunConditions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.function.Consumer;

/** Measures read times with these numbers of subjects. */
public record ReadTimesRun(int ready, int finished, String command) {

  private static final int CLAIMERS = 2;
  private static final int TIMES = 30;

  /**
   * @param soFar receives the report after every read
   */
  public ReadsReport run(BenchServer server, PrintStream out, Consumer<ReadsReport> soFar) {
    var runConditions = RunConditions.of(server, command);
    var times = new ArrayList<ReadTime>();
    try (var scaleDatabase = ScaleDatabase.open(server, "reads", CLAIMERS)) {
      var backlogFiller = BacklogFiller.named(scaleDatabase.site(), out);
      backlogFiller.finished(finished);
      backlogFiller.ready(ready);
      new ReadMeasurement(scaleDatabase, ready, TIMES)
          .times(
              time -> {
                times.add(time);
                out.println("    " + time);
                soFar.accept(new ReadsReport(runConditions, ready, finished, times, false));
              });
    }
    var report = new ReadsReport(runConditions, ready, finished, times, true);
    soFar.accept(report);
    return report;
  }
}
