package io.tapline.engine;

import java.util.List;
import java.util.stream.Stream;

/**
 * One way of breaking one invariant of a mixed run, and no other. Subjects are named in brackets.
 *
 * @param statements as the superuser, with triggers off
 */
record InvariantBreakage(String invariant, List<String> statements) {

  private static final String LAST_LEASE =
      "(select max(uid) from tapline.attempt where subject_uid = s.uid)";

  static Stream<InvariantBreakage> all() {
    return Stream.of(
        of("one_active_lease", attempt("leased", "leased")),
        of("active_lease_is_newest", attempt("leased", "leased"), ending("leased", "900000001")),
        of(
            "running_is_leased",
            ending("running", LAST_LEASE),
            envelope(
                "running",
                "lease_uid = null, lease_worker_uid = null, lease_queue_uid = null,"
                    + " lease_expires_at = null")),
        of(
            "leased_state",
            attempt("leased", "held"),
            "update tapline.subject s set lease_uid = l.uid, lease_worker_uid = l.worker_uid,"
                + " lease_queue_uid = l.queue_uid, lease_expires_at = l.expires_at::timestamptz from"
                + " tapline.instance_lease l where s.tenant_id = [tenant] and s.uid = [held] and"
                + " l.tenant_id = s.tenant_id and l.subject_uid = s.uid and l.status = 'ACTIVE'"),
        of("live_lease", envelope("leased", "lease_expires_at = '2020-01-01T00:00:00.000000Z'")),
        of(
            "one_record_per_lease",
            "insert into tapline.instance_record (tenant_id, storage_class, uid, template_uid,"
                + " euid, json_addl, created_dt, modified_dt) select tenant_id, 'record',"
                + " record_uid, record_template_uid, record_euid, '{}', created_dt, created_dt"
                + " from tapline.attempt_whole where tenant_id = [tenant] and subject_uid = [completed]",
            "insert into tapline.lineage_link select tenant_id, subject_uid,"
                + " 'execution_subject_record', record_uid, created_dt from tapline.attempt where"
                + " tenant_id = [tenant] and subject_uid = [completed]"),
        of(
            "claim_links",
            "update tapline.attempt set worker_uid = null where tenant_id = [tenant] and"
                + " subject_uid = [completed]"),
        of(
            "link_parents",
            "update tapline.attempt set worker_uid = queue_uid where tenant_id = [tenant]"
                + " and subject_uid = [completed]"),
        of("one_end_per_lease", ending("completed", LAST_LEASE)),
        of(
            "ended_evidence",
            "insert into tapline.instance_record (tenant_id, storage_class, uid, template_uid,"
                + " euid, json_addl, created_dt, modified_dt) select tenant_id, 'record',"
                + " 900000005, record_template_uid, 'broken-5',"
                + " '{\"properties\": {\"status\": \"FAILED_TERMINAL\"}}', created_dt, created_dt"
                + " from tapline.attempt_whole where tenant_id = [tenant] and subject_uid ="
                + " [completed]",
            "insert into tapline.lineage_link select tenant_id, uid, 'execution_subject_record',"
                + " 900000005, created_dt from tapline.subject where tenant_id = [tenant] and uid ="
                + " [completed]"),
        of(
            "attempt_numbers",
            "update tapline.attempt set attempt_number = 0 where tenant_id = [tenant] and"
                + " subject_uid = [completed]"),
        of("attempt_counts", envelope("held", "attempt_count = 2")),
        of("terminal_flag", envelope("held", "terminal = true, deadline_at = null")),
        of(
            "hold_state",
            "update tapline.instance_registry h set json_addl = jsonb_set(h.json_addl,"
                + " '{properties,status}', '\"RELEASED\"') from tapline.lineage_link k where"
                + " k.tenant_id = [tenant] and h.tenant_id = k.tenant_id and k.child_uid = h.uid"
                + " and k.parent_uid = [held] and k.relationship = 'execution_subject_hold'"),
        of(
            "open_dead_letter",
            "update tapline.instance_registry h set json_addl = jsonb_set(h.json_addl,"
                + " '{properties,resolution_state}', '\"OPEN\"') from tapline.lineage_link k where"
                + " k.tenant_id = [tenant] and h.tenant_id = k.tenant_id and k.child_uid = h.uid"
                + " and k.parent_uid = [requeued] and k.relationship ="
                + " 'execution_subject_dead_letter'"),
        of(
            "dead_letters",
            "insert into tapline.instance_registry (tenant_id, storage_class, uid, template_uid,"
                + " euid, json_addl, created_dt, modified_dt) select tenant_id, storage_class,"
                + " 900000001, template_uid, 'broken-1', json_addl, created_dt, modified_dt from"
                + " tapline.instance_registry where tenant_id = [tenant] and status = 'IGNORED'",
            "insert into tapline.lineage_link select k.tenant_id, k.parent_uid, k.relationship,"
                + " 900000001, k.created_dt from tapline.lineage_link k join"
                + " tapline.instance_registry d on d.tenant_id = k.tenant_id and d.uid ="
                + " k.child_uid where d.tenant_id = [tenant] and d.status = 'IGNORED'"),
        of(
            "dead_letter_kept",
            "update tapline.instance_registry set json_addl = jsonb_set(json_addl,"
                + " '{properties,dead_letter}', 'true') where tenant_id = [tenant]"
                + " and object_key = 'no_dead_letters'"),
        of("revision", envelope("held", "revision = 77")),
        of(
            "action_chain",
            "delete from tapline.fact_row where tenant_id = [tenant] and subject_uid ="
                + " [completed] and action_code = tapline.action_code('start_queue_execution')"),
        of(
            "event_chain",
            "update tapline.fact_row set event_more = event_type where tenant_id = [tenant] and"
                + " subject_uid = [completed] and action_code = tapline.action_code('start_queue_execution')"),
        of(
            "event_transition",
            "update tapline.fact_row set action_code = tapline.action_code('fail_queue_execution') where tenant_id ="
                + " [tenant] and subject_uid = [completed] and action_code ="
                + " tapline.action_code('complete_queue_execution')"),
        of("ready_at", envelope("routed", "ready_at = null, visible_from = null")),
        of(
            "link_ends",
            "insert into tapline.lineage_link values"
                + " ([tenant], [completed], 'execution_record_output', 999999999, now())"),
        of(
            "self_links",
            "update tapline.fact_row set actor_uid = uid where tenant_id = [tenant] and"
                + " subject_uid = [completed] and action_code = tapline.action_code('complete_queue_execution')"),
        of(
            "orphans",
            "delete from tapline.lineage_link where tenant_id = [tenant] and relationship ="
                + " 'execution_actor_hold' and child_uid = (select child_uid from"
                + " tapline.lineage_link where tenant_id = [tenant] and parent_uid = [held] and"
                + " relationship = 'execution_subject_hold')"),
        of(
            "feed_order",
            "update tapline.fact_row set feed_key = 1 where tenant_id = [tenant] and"
                + " subject_uid = [completed] and action_code = tapline.action_code('start_queue_execution')"),
        of(
            "feed_kept",
            "update tapline.subject set feed_key = 1 where tenant_id = [tenant] and uid ="
                + " [requeued]"),
        of("search_keys", envelope("held", "correlation_id = 'another'")),
        of(
            "templates",
            "update tapline.subject set template_uid = 999999999 where tenant_id ="
                + " [tenant] and uid = [held]"),
        of(
            "tombstones",
            "insert into tapline.tombstone (tenant_id, uid, template_uid, created_dt, finished_at,"
                + " cleaned_at, retired_at, clean_action_uid, revision, attempt_count, state)"
                + " select tenant_id, uid, template_uid, created_dt, now(), now(), now(), 1,"
                + " revision, 1, 'C' from tapline.subject where tenant_id = [tenant] and uid ="
                + " [completed]"));
  }

  private static InvariantBreakage of(String invariant, String... statements) {
    return new InvariantBreakage(invariant, List.of(statements));
  }

  /**
   * A copy of one subject's attempt, newer and on a subject that need not be the same. The action
   * that grants it leaves the subject as it is.
   */
  private static String attempt(String of, String on) {
    return "insert into tapline.attempt (tenant_id, uid, record_uid, created_dt, subject_uid,"
        + " worker_uid, queue_uid, attempt_number, ttl_seconds, lease_token, feed_key, revision, start_state, to_state,"
        + " action_uid, action_template_uid, granted_by) select a.tenant_id, 900000001,"
        + " 900000002, a.created_dt, s.uid, a.worker_uid,"
        + " a.queue_uid, a.attempt_number, a.ttl_seconds, a.lease_token,"
        + " s.feed_key, s.revision, s.exec_state, s.exec_state, 900000003, t.uid,"
        + " jsonb_build_object('action_key', 'record_external_result', 'from_state',"
        + " tapline.state_word(s.exec_state), 'to_state', tapline.state_word(s.exec_state),"
        + " 'revision_before', s.revision, 'revision_after',"
        + " s.revision) from tapline.attempt a, tapline.subject s, tapline.generic_template t where"
        + " a.tenant_id = [tenant] and a.subject_uid = ["
        + of
        + "] and s.tenant_id = a.tenant_id and s.uid = ["
        + on
        + "] and t.tenant_id = a.tenant_id and t.template_code ="
        + " 'action/execution/record_external_result/1.0'";
  }

  /** An action that ends a lease of a subject and leaves the subject as it is. */
  private static String ending(String on, String lease) {
    return "insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid,"
        + " executed_on_uid, target_uid, feed_key, revision_before, revision_after, action_code,"
        + " from_state, to_state, lease_uid, ending)"
        + " select s.tenant_id, 900000004, t.uid, tapline.clock(),"
        + " s.uid, s.uid, s.uid, s.feed_key, s.revision, s.revision, tapline.action_code('release_queue_lease'),"
        + " s.exec_state, s.exec_state, "
        + lease
        + ", 'G' from"
        + " tapline.subject s, tapline.generic_template t where s.tenant_id = [tenant] and s.uid ="
        + " ["
        + on
        + "] and t.tenant_id = s.tenant_id and t.template_code ="
        + " 'action/execution/release_queue_lease/1.0'";
  }

  private static String envelope(String subject, String columns) {
    return "update tapline.subject set "
        + columns
        + " where tenant_id = [tenant] and uid = ["
        + subject
        + "]";
  }

  @Override
  public String toString() {
    return invariant;
  }
}
