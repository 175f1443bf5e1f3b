package io.tapline.engine.read;

import io.tapline.engine.model.CorrelationRefs;
import java.util.HashMap;
import java.util.Map;

/** What the subjects that a walk comes across are asked (subject_search.sql#subject_matches). */
record SubjectMatch(Map<String, Object> parameters) {

  static SubjectMatch of(SubjectFilter filter, Long templateUid, String now) {
    var all = new HashMap<String, Object>();
    all.put("state", filter.state() == null ? null : filter.state().name());
    all.put("queue", filter.queueKey());
    all.put("queues", null);
    all.put("template", templateUid);
    all.put("site", filter.site());
    all.put("platform", filter.platform());
    all.put("assay", filter.assay());
    all.put("correlation", filter.correlationId());
    refs(all, filter.refs());
    all.put("overdue", filter.view() == SubjectTab.OVERDUE);
    all.put("now", now);
    all.put("leased_after", null);
    all.put("not_named_from", null);
    all.put("not_named_to", null);
    all.put("not_correlated", null);
    all.put("not_referred", null);
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

  /** Routed to one of these queues. */
  SubjectMatch routedTo(String[] queueKeys) {
    return with("queues", queueKeys);
  }

  /** Only those without a lease that ends after this. */
  SubjectMatch unleased(String after) {
    return with("leased_after", after);
  }

  /** Not those that a search by this text finds by name. */
  SubjectMatch notNamed(String prefix) {
    return with("not_named_from", prefix).with("not_named_to", IndexScan.lastWith(prefix));
  }

  SubjectMatch notCorrelated(String correlationId) {
    return with("not_correlated", correlationId);
  }

  SubjectMatch notReferred(String euid) {
    return with("not_referred", euid);
  }

  /** What each of the four is narrowed to. */
  static void refs(Map<String, Object> parameters, CorrelationRefs refs) {
    parameters.put("trx_euid", refs.trxEuid());
    parameters.put("accession_euid", refs.accessionEuid());
    parameters.put("run_euid", refs.runEuid());
    parameters.put("step_euid", refs.stepEuid());
  }

  /** By which of them an index is walked: the first that is given. */
  static void index(Map<String, Object> parameters, CorrelationRefs refs) {
    boolean trx = refs.trxEuid() != null;
    boolean accession = !trx && refs.accessionEuid() != null;
    boolean run = !trx && !accession && refs.runEuid() != null;
    boolean step = !trx && !accession && !run;
    parameters.put("of_trx", refs.trxEuid());
    parameters.put("of_accession", accession ? refs.accessionEuid() : null);
    parameters.put("of_run", run ? refs.runEuid() : null);
    parameters.put("of_step", step ? refs.stepEuid() : null);
  }
}
