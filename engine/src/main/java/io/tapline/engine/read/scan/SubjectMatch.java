package io.tapline.engine.read.scan;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import java.util.HashMap;
import java.util.Map;

/** The conditions on the jobs that a scan reads (subject_search.sql#subject_matches). */
public record SubjectMatch(Map<String, Object> parameters) {

  SubjectMatch with(String name, Object value) {
    var all = new HashMap<>(parameters);
    all.put(name, value);
    return new SubjectMatch(all);
  }

  public SubjectMatch state(ExecutionState state) {
    return with("state", ExecutionState.codeOf(state));
  }

  /** Removes the condition on the queue, because the scan itself is limited to a queue. */
  public SubjectMatch anywhere() {
    return with("queue", null);
  }

  public SubjectMatch routedTo(String[] queueKeys) {
    return with("queues", queueKeys);
  }

  /** Selects jobs without a lease that ends after this time. */
  public SubjectMatch unleased(String after) {
    return with("leased_after", after);
  }

  /** Excludes the jobs that a search by name finds. */
  public SubjectMatch notNamed(String prefix) {
    return with("not_named_from", prefix).with("not_named_to", IndexScan.lastWith(prefix));
  }

  public SubjectMatch notCorrelated(String correlationId) {
    return with("not_correlated", correlationId);
  }

  public SubjectMatch notReferred(String euid) {
    return with("not_referred", euid);
  }

  /** The conditions on the four references. */
  public static void refs(Map<String, Object> parameters, CorrelationRefs refs) {
    parameters.put("trx_euid", refs.trxEuid());
    parameters.put("accession_euid", refs.accessionEuid());
    parameters.put("run_euid", refs.runEuid());
    parameters.put("step_euid", refs.stepEuid());
  }

  /** Selects the index: the first given reference determines it. */
  public static void index(Map<String, Object> parameters, CorrelationRefs refs) {
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
