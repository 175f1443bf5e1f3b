package io.tapline.engine;

import io.tapline.api.request.Enqueue;
import io.tapline.engine.store.BatchUpdateText;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parameters, by name, of the statements that {@link ClaimPlanTest} explains. */
final class ClaimPlanParameters {

  /** Number of subjects in a claim or a page. */
  static final int BATCH = 20;

  /** Statements of lists and waiting claims; each should read {@link #BATCH} subjects. */
  static final List<String> LISTS =
      List.of(
          "subject_search/subjects_parked",
          "subject_search/subjects_delayed",
          "subject_search/subjects_leased",
          "subject_search/subjects_ready",
          "subject_search/subjects_finished",
          "subject_search/subjects_of_worker",
          "subject_search/subjects_newest",
          "subject_search/subjects_named",
          "subject_search/subjects_containing",
          "subject_search/subjects_correlated",
          "subject_search/subjects_referred",
          "subject_search/subjects_with_barcode",
          "subject_search/subjects_with_bulky_barcode",
          "queue_item/items_ready",
          "queue_item/items_few",
          "queue_item/items_matured_or_lapsed",
          "queue_item/few_correlated",
          "queue_item/few_referred",
          "queue_item/few_retrying",
          "task/task_page",
          "subject/past_deadline",
          "retention/retirable",
          "lease/lease_list",
          "lease/lease_list_look",
          "lease/lease_list_live",
          "lease/lease_list_live_look",
          "queue_stats/queue_depth",
          "queue/queue_outlook",
          "queue/first_queue_with_work",
          "queue/queue_prospects",
          "queue/queue_changes",
          "queue_stats/queue_waits",
          "queue_sample/queue_samples",
          "queue_sample/sample_newest");

  private final ScratchEngine test;
  private final InspectedTenant lab;

  ClaimPlanParameters(ScratchEngine test, InspectedTenant lab) {
    this.test = test;
    this.lab = lab;
  }

  /** The parameters of one statement, by name. */
  Map<String, String> of(String statement) {
    var uids = List.of(uid(statement));
    var parameters = new HashMap<String, String>();
    for (var every :
        List.of(
            "any_site",
            "any_platform",
            "any_assay",
            "every_site",
            "every_platform",
            "every_assay")) {
      parameters.put(every, "true::boolean");
    }
    for (var none :
        List.of(
            "sites", "platforms", "assays", "worker_sites", "worker_platforms", "worker_assays")) {
      parameters.put(none, "'{}'::text[]");
    }
    parameters.put("queue", "'" + InspectedTenant.QUEUE + "'::text");
    parameters.put(
        "now", BatchUpdateText.fills(statement) ? "now()::timestamptz" : "'" + now() + "'::text");
    parameters.put("queues", "null::text[]");
    parameters.put("queue_uid", queueUid() + "::bigint");
    // Another worker than the one that holds all live leases: each counts its own.
    parameters.put("worker", "0::bigint");
    parameters.put("relationship", "'execution_subject_hold'::text");
    parameters.put("status", "'ACTIVE'::text");
    // The target of all actions, as a queue is of what is enqueued: only the key tells them apart.
    parameters.put("targets", "'{" + queueUid() + "}'::bigint[]");
    parameters.put(
        "keys",
        name(statement).startsWith("queue") || name(statement).startsWith("first_queue")
            ? "'{" + InspectedTenant.QUEUE + "}'::text[]"
            : "'{running-7}'::text[]");
    parameters.put("action", "'claim_queue_item'::text");
    parameters.put("action_template", "'action/execution/enqueue_subject/1.0'::text");
    parameters.put("states", "'{R,T}'::\"char\"[]");
    parameters.put("templates", "'{" + template(Enqueue.TASK) + "}'::bigint[]");
    parameters.put("max_attempts", "3::integer");
    parameters.put("hold", "0::bigint");
    parameters.put("upkeep_due", "true::boolean");
    parameters.put("workers", "'{0}'::bigint[]");
    parameters.put("floors", "'{0}'::bigint[]");
    parameters.put("actor", "0::bigint");
    parameters.put("actors", "'{0}'::bigint[]");
    parameters.put("template", template(TemplateCache.WORKER) + "::bigint");
    parameters.put("floor", "0::bigint");
    parameters.put("place_priority", "0::integer");
    parameters.put("place_visible_from", "'2020-01-01T00:00:00.000000Z'::text");
    parameters.put("place_uid", "0::bigint");
    parameters.put("look_ahead", "true::boolean");
    parameters.put("feed_key", "1::bigint");
    parameters.put("with_properties", "true::boolean");
    parameters.put("limit", BATCH + "::integer");
    parameters.put("failed", "'{}'::bigint[]");
    parameters.putAll(listParameters(statement));
    var list = uids.stream().map(String::valueOf).toList();
    parameters.put("uids", "'{" + String.join(",", list) + "}'::bigint[]");
    if (BatchUpdateText.fills(statement)) {
      parameters.putAll(BatchUpdateText.parameters(statement, uids.size()));
    }
    return parameters;
  }

  private Map<String, String> listParameters(String statement) {
    if (!LISTS.contains(statement)) {
      return Map.of();
    }
    var parameters = new HashMap<String, String>();
    for (var open :
        List.of(
            "state",
            "site",
            "platform",
            "assay",
            "correlation",
            "trx_euid",
            "accession_euid",
            "run_euid",
            "step_euid",
            "leased_after",
            "not_named_from",
            "not_named_to",
            "not_correlated",
            "not_referred")) {
      parameters.put(open, "null::text");
    }
    if (name(statement).startsWith("subjects_")) {
      parameters.put("queue", "null::text");
    }
    if (name(statement).startsWith("lease_")) {
      // A queue without leases, behind all leases of the other.
      parameters.put("queue", "0::bigint");
      parameters.put("worker", "null::bigint");
      parameters.put("queues", "null::bigint[]");
      parameters.put("after", "0::bigint");
      parameters.put("narrowed", "true::boolean");
    }
    boolean forward =
        List.of(
                "subject_search/subjects_delayed",
                "subject_search/subjects_named",
                "subject_search/subjects_containing")
            .contains(statement);
    parameters.put("template", "null::bigint");
    parameters.put("overdue", "false::boolean");
    parameters.put("look", BATCH + "::integer");
    parameters.put("most", BATCH + "::integer");
    parameters.put("place_uid", (forward ? 0 : Long.MAX_VALUE) + "::bigint");
    parameters.put("place_text", "'%s'::text".formatted(placeText(statement, forward)));
    parameters.put("place_feed_key", Long.MAX_VALUE + "::bigint");
    parameters.put("contained", "'x'::text");
    parameters.put("contained_in_ascii", "true::boolean");
    parameters.put("parked_from", "'H '::text");
    parameters.put("parked_to", "'H!'::text");
    parameters.put("walk_queue", "'" + InspectedTenant.QUEUE + "'::text");
    parameters.put("lease_after", "'1970-01-01T00:00:00.000000Z'::text");
    // In the middle of the ready ones, which are all of one priority.
    parameters.put("priority", "0::integer");
    parameters.put("due_at", "null::text");
    parameters.put("visible_from", "'" + secondsAgo(ClaimPlanData.READY / 2) + "'::text");
    parameters.put("after_uid", "0::bigint");
    parameters.put("worker_uid", workerUid() + "::bigint");
    parameters.put("uid", queueUid() + "::bigint");
    parameters.put("name_from", "'S-'::text");
    parameters.put("name_to", "'S-~'::text");
    parameters.put("correlated", "'run-7'::text");
    parameters.put("barcode", "'run-7'::text");
    for (var none : List.of("of_trx", "of_accession", "of_step", "job")) {
      parameters.put(none, "null::text");
    }
    parameters.put("of_run", "'run-7'::text");
    parameters.put("room", "'run-7'::text");
    parameters.put("every_fact", "true::boolean");
    parameters.put("facts", "'{}'::text[]");
    parameters.put("offset", "0::integer");
    parameters.put("from_uid", "0::bigint");
    parameters.put("to_uid", Long.MAX_VALUE + "::bigint");
    parameters.put("from_minute", "'2020-01-01T00:00:00.000000Z'::text");
    parameters.put("to_minute", "'2100-01-01T00:00:00.000000Z'::text");
    return parameters;
  }

  private static String placeText(String statement, boolean forward) {
    if (statement.equals("subject_search/subjects_delayed")) {
      return "1970-01-01T00:00:00.000000Z";
    }
    return forward ? "" : "H!";
  }

  private long workerUid() {
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select uid from tapline.instance_registry where tenant_id = ? and object_key ="
                        + " 'w1'",
                    row -> row.getLong(1),
                    tx.tenantId())
                .get(0));
  }

  /** The subject that ran before the others were enqueued. */
  private long uid(String statement) {
    if (statement.endsWith("_worker") || statement.endsWith("_workers")) {
      return workerUid();
    }
    var table =
        name(statement).contains("lease") || name(statement).contains("attempt")
            ? "attempt"
            : "subject";
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select min(uid) from tapline." + table + " where tenant_id = ?",
                    row -> row.getLong(1),
                    tx.tenantId())
                .get(0));
  }

  private long queueUid() {
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select uid from tapline.instance_registry where tenant_id = ? and object_key ="
                        + " ?",
                    row -> row.getLong(1),
                    tx.tenantId(),
                    InspectedTenant.QUEUE)
                .get(0));
  }

  private String template(String code) {
    return test.in(
        lab.tenantId(),
        tx -> Long.toString(test.engine().templateCache().template(tx, code).uid()));
  }

  private String now() {
    return secondsAgo(0);
  }

  private String secondsAgo(int seconds) {
    return test.in(
        lab.tenantId(),
        tx ->
            tx.query(
                    "select tapline.time_text(tapline.clock() - make_interval(secs => ?))",
                    row -> row.getString(1),
                    seconds)
                .get(0));
  }

  /** Without its file. */
  private static String name(String statement) {
    return statement.substring(statement.indexOf('/') + 1);
  }
}
