package io.tapline.server.execution;

import io.tapline.api.WholeSeries;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.series.TenantSeriesWindow;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.Arrays;
import java.util.List;
import org.springframework.stereotype.Component;

/** Figures of all queues and workers over time. */
@Component
final class SeriesEndpoints implements EndpointGroup {

  private static final ValueShape WINDOW =
      ValueShape.choice(
          Arrays.stream(TenantSeriesWindow.values()).map(TenantSeriesWindow::wire).toList());

  private final ReadModels reads;

  SeriesEndpoints(Engine engine) {
    this.reads = engine.reads();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(ApiPaths.EXECUTION + "/series")
            .summary(
                "Figures of all queues and workers over the last hour, day or week, for"
                    + " charts, including the current minute")
            .query(
                "window",
                WINDOW,
                "hour: 60 steps of a minute; day: 96 steps of 15 minutes; week: 84 steps of"
                    + " two hours; default: hour")
            .answers(ValueShape.of(WholeSeries.class))
            .handledBy(
                call -> {
                  var window =
                      call.choice("window", TenantSeriesWindow.class, TenantSeriesWindow::wire);
                  return call.ok(
                      reads
                          .whole()
                          .series(
                              call.tenantId(), window == null ? TenantSeriesWindow.HOUR : window));
                }));
  }
}
