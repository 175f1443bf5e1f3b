package io.tapline.bench.scale;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.Setting;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.function.Consumer;

/** How long reads take with so much there. */
public record Reads(int ready, int finished, String command) {

  private static final int CLAIMERS = 2;
  private static final int TIMES = 30;

  /**
   * @param soFar is given what there is after every read
   */
  public ReadsReport run(BenchServer server, PrintStream out, Consumer<ReadsReport> soFar) {
    var setting = Setting.of(server, command);
    var times = new ArrayList<ReadTime>();
    try (var ground = Ground.open(server, "reads", CLAIMERS)) {
      var filler = new Filler(ground.site(), out);
      filler.finished(finished);
      filler.ready(ready);
      new Reading(ground, ready, TIMES)
          .times(
              time -> {
                times.add(time);
                out.println("    " + time);
                soFar.accept(new ReadsReport(setting, ready, finished, times, false));
              });
    }
    var report = new ReadsReport(setting, ready, finished, times, true);
    soFar.accept(report);
    return report;
  }
}
