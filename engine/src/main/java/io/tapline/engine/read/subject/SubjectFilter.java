package io.tapline.engine.read.subject;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.queue.ItemFilter;

/**
 * A filter for jobs; a null selects all.
 *
 * @param search an EUID, the beginning of a name, a worker key, a correlation id, an EUID of
 *     another system or a barcode; if nothing matches, a part of a name
 * @param refs references to objects of other systems
 * @param view a part of the queue; requires the queue
 * @param audience selects the queues listed for this audience, as their figures count jobs
 */
@RecordBuilder
public record SubjectFilter(
    String queueKey,
    ExecutionState state,
    String site,
    String platform,
    String assay,
    String templateCode,
    String correlationId,
    CorrelationRefs refs,
    String search,
    SubjectTab view,
    QueueAudience audience) {

  public SubjectFilter {
    refs = refs == null ? CorrelationRefs.NONE : refs;
  }

  public static SubjectFilter referred(CorrelationRefs refs) {
    return SubjectFilterBuilder.builder().refs(refs).build();
  }

  public static final SubjectFilter NONE = SubjectFilterBuilder.builder().build();

  public static SubjectFilter search(String text) {
    return SubjectFilterBuilder.builder().search(text).build();
  }

  public static SubjectFilter queue(String queueKey, ExecutionState state, SubjectTab view) {
    return SubjectFilterBuilder.builder().queueKey(queueKey).state(state).view(view).build();
  }

  ItemFilter items() {
    return new ItemFilter(site, platform, assay, state, templateCode, correlationId, refs);
  }

  boolean narrowed() {
    return !items().equals(ItemFilter.NONE);
  }
}
