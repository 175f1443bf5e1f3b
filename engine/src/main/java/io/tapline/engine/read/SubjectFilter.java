package io.tapline.engine.read;

import io.tapline.engine.model.CorrelationRefs;
import io.tapline.engine.model.ExecutionState;

/**
 * Which subjects to list; null means all.
 *
 * @param search an EUID, the beginning of a name, a worker's key, a correlation id, an EUID of the
 *     systems around or a barcode; where nothing goes by it, a part of a name
 * @param refs what it belongs to in the systems around
 * @param view a part of the queue; needs the queue
 * @param audience only of queues that are listed to them, as their figures count subjects
 */
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

  /** Of whatever queue. */
  public SubjectFilter(
      String queueKey,
      ExecutionState state,
      String site,
      String platform,
      String assay,
      String templateCode,
      String correlationId,
      CorrelationRefs refs,
      String search,
      SubjectTab view) {
    this(
        queueKey,
        state,
        site,
        platform,
        assay,
        templateCode,
        correlationId,
        refs,
        search,
        view,
        null);
  }

  /** Whatever it belongs to in the systems around. */
  public SubjectFilter(
      String queueKey,
      ExecutionState state,
      String site,
      String platform,
      String assay,
      String templateCode,
      String correlationId,
      String search,
      SubjectTab view) {
    this(queueKey, state, site, platform, assay, templateCode, correlationId, null, search, view);
  }

  public static SubjectFilter referred(CorrelationRefs refs) {
    return new SubjectFilter(null, null, null, null, null, null, null, refs, null, null);
  }

  public static final SubjectFilter NONE =
      new SubjectFilter(null, null, null, null, null, null, null, null, null);

  public static SubjectFilter search(String text) {
    return new SubjectFilter(null, null, null, null, null, null, null, text, null);
  }

  public static SubjectFilter queue(String queueKey, ExecutionState state, SubjectTab view) {
    return new SubjectFilter(queueKey, state, null, null, null, null, null, null, view);
  }

  ItemFilter items() {
    return new ItemFilter(site, platform, assay, state, templateCode, correlationId, refs);
  }

  boolean narrowed() {
    return !items().equals(ItemFilter.NONE);
  }
}
