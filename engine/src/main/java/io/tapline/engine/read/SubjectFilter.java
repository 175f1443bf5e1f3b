package io.tapline.engine.read;

import io.tapline.engine.model.ExecutionState;

/**
 * Which subjects to list; null means all.
 *
 * @param search an EUID, the beginning of a name, a worker's key, a correlation id or a barcode
 * @param view a part of the queue; needs the queue
 */
public record SubjectFilter(
    String queueKey,
    ExecutionState state,
    String site,
    String platform,
    String assay,
    String templateCode,
    String correlationId,
    String search,
    SubjectTab view) {

  public static final SubjectFilter NONE =
      new SubjectFilter(null, null, null, null, null, null, null, null, null);

  public static SubjectFilter search(String text) {
    return new SubjectFilter(null, null, null, null, null, null, null, text, null);
  }

  public static SubjectFilter queue(String queueKey, ExecutionState state, SubjectTab view) {
    return new SubjectFilter(queueKey, state, null, null, null, null, null, null, view);
  }

  ItemFilter items() {
    return new ItemFilter(site, platform, assay, state, templateCode, correlationId);
  }

  boolean narrowed() {
    return !items().equals(ItemFilter.NONE);
  }
}
