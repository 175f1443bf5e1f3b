package io.tapline.engine.read;

import java.util.HashMap;
import java.util.Map;

/** What the subjects that a walk comes across are asked (subject_matches.sql). */
record SubjectMatch(Map<String, Object> parameters) {

  static SubjectMatch of(SubjectFilter filter, Long templateUid, String now) {
    var all = new HashMap<String, Object>();
    all.put("state", filter.state() == null ? null : filter.state().name());
    all.put("queue", filter.queueKey());
    all.put("template", templateUid);
    all.put("site", filter.site());
    all.put("platform", filter.platform());
    all.put("assay", filter.assay());
    all.put("correlation", filter.correlationId());
    all.put("overdue", filter.view() == SubjectTab.OVERDUE);
    all.put("now", now);
    all.put("leased_after", null);
    all.put("not_named_from", null);
    all.put("not_named_to", null);
    all.put("not_correlated", null);
    return new SubjectMatch(all);
  }

  SubjectMatch with(String name, Object value) {
    var all = new HashMap<>(parameters);
    all.put(name, value);
    return new SubjectMatch(all);
  }

  /** In this state only. */
  SubjectMatch state(String state) {
    return with("state", state);
  }

  /** Wherever it is routed: the walk itself keeps to a queue. */
  SubjectMatch anywhere() {
    return with("queue", null);
  }

  /** Only those without a lease that ends after this. */
  SubjectMatch unleased(String after) {
    return with("leased_after", after);
  }

  /** Not those that a search by this text finds by name. */
  SubjectMatch notNamed(String prefix) {
    return with("not_named_from", prefix).with("not_named_to", SubjectWalk.lastWith(prefix));
  }

  SubjectMatch notCorrelated(String correlationId) {
    return with("not_correlated", correlationId);
  }
}
