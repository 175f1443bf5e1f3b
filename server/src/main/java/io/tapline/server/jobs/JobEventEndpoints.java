package io.tapline.server.jobs;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Code;
import io.tapline.api.Page;
import io.tapline.engine.Engine;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.server.events.EventPages;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The event feed, with the names of the job API. */
@Component
final class JobEventEndpoints implements EndpointGroup {

  private final Engine engine;

  JobEventEndpoints(Engine engine) {
    this.engine = engine;
  }

  /** An event of a job; its type is {@code dot.job.succeeded} and the like. */
  @RecordBuilder
  public record JobEvent(
      String id,
      String jobId,
      String type,
      Instant ts,
      String actor,
      String correlationId,
      String cause,
      Map<String, Object> payload,
      int version) {

    static JobEvent of(EventView event) {
      return JobEventEndpointsJobEventBuilder.builder()
          .id(event.id())
          .jobId(event.jobId())
          .type(event.type().dot())
          .ts(event.ts())
          .actor(event.actor())
          .correlationId(event.correlationId())
          .cause(event.cause())
          .payload(event.payload())
          .version(event.version())
          .build();
    }
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        EventPages.ofOneObject(EventPages.narrowed(Endpoint.get(JobFields.JOBS + "/events")))
            .summary("Events of jobs after a cursor, named dot.job.succeeded and so on")
            .answers(ValueShape.page(JobEvent.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(this::page));
  }

  private HttpAnswer page(EndpointCall call) {
    var events = EventPages.read(call, engine);
    return call.ok(
        new Page<>(events.items().stream().map(JobEvent::of).toList(), events.nextCursor()));
  }
}
