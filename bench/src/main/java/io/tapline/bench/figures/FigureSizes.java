package io.tapline.bench.figures;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * How much is measured.
 *
 * @param rounds of each figure
 * @param jobs that are finished for the figures of the disk
 * @param batch most that is claimed and completed at once for them
 * @param reports one after another, for the figures of a report alone
 * @param warmUpReports before them, which do not count
 * @param warmUpSeconds most that a warm-up takes
 * @param handlerSeconds how long jobs come at a steady rate
 * @param firstJobs of a new server
 * @param connections that they are completed over, and handlers at once
 * @param serve the command that starts a server, without options
 */
@RecordBuilder
public record FigureSizes(
    int rounds,
    int jobs,
    int batch,
    int reports,
    int warmUpReports,
    int warmUpSeconds,
    int handlerSeconds,
    int firstJobs,
    int connections,
    List<String> serve) {

  public FigureSizes {
    serve = List.copyOf(serve);
  }
}
