package io.tapline.bench.figures;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The sizes of the measurements.
 *
 * @param rounds rounds of each figure
 * @param jobs jobs that are finished for the disk figures
 * @param batch maximum number of jobs per claim and completion for them
 * @param reports sequential reports, for the figures of a lone report
 * @param warmUpReports reports before them, which do not count
 * @param warmUpSeconds maximum duration of a warm-up
 * @param handlerSeconds duration of the steady load
 * @param firstJobs first jobs of a new server
 * @param connections connections for their completion, and concurrent handlers
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
