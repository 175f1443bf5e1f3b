package io.tapline.engine;

import java.util.List;
import java.util.stream.Stream;

/**
 * One way of breaking one invariant of a mixed run, and no other. Subjects are named in brackets.
 *
 * @param statements as the superuser, with triggers off
 */
record Breakage(String invariant, List<String> statements) {

  private static final String LEASE_COLUMNS =
      " (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt,"
          + " subject_uid, worker_uid, queue_uid) ";
  private static final String RECORD_COLUMNS =
      " (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt,"
          + " lease_uid) ";

  static Stream<Breakage> all() {
    return Stream.of(
        of("one_active_lease", lease("leased", "leased", "l.json_addl"), record("r.json_addl")),
        of(
            "active_lease_is_newest",
            lease("leased", "leased", ended("l", "RELEASED", "RELEASED_BY_WORKER")),
            record(finished("CANCELED"))),
        of(
            "running_is_leased",
            "update tapline.instance_record r set json_addl = "
                + finished("CANCELED")
                + " from tapline.instance_lease l where l.tenant_id = [tenant] and r.tenant_id ="
                + " l.tenant_id and l.uid = r.lease_uid and l.subject_uid = [running]",
            "update tapline.instance_lease l set json_addl = "
                + ended("l", "RELEASED", "RELEASED_BY_WORKER")
                + " where l.tenant_id = [tenant] and l.subject_uid = [running]",
            envelope(
                "running",
                "lease_uid = null, lease_worker_uid = null, lease_queue_uid = null,"
                    + " lease_expires_at = null")),
        of(
            "leased_state",
            lease("leased", "held", "l.json_addl"),
            record("r.json_addl"),
            "update tapline.subject s set lease_uid = l.uid, lease_worker_uid = l.worker_uid,"
                + " lease_queue_uid = l.queue_uid, lease_expires_at = l.expires_at from"
                + " tapline.instance_lease l where s.tenant_id = [tenant] and s.uid = [held] and"
                + " l.tenant_id = s.tenant_id and l.subject_uid = s.uid and l.status = 'ACTIVE'"),
        of("live_lease", envelope("leased", "lease_expires_at = '2099-01-01T00:00:00.000000Z'")),
        of(
            "one_record_per_lease",
            "delete from tapline.instance_record where tenant_id = [tenant] and lease_uid in"
                + " (select uid from tapline.instance_lease where tenant_id = [tenant] and"
                + " subject_uid = [completed])"),
        of(
            "claim_links",
            "update tapline.instance_lease set worker_uid = null where tenant_id = [tenant] and"
                + " subject_uid = [completed]"),
        of(
            "link_parents",
            "update tapline.instance_lease set worker_uid = queue_uid where tenant_id = [tenant]"
                + " and subject_uid = [completed]"),
        of("record_follows_lease", recordOf("completed", "STARTED", true)),
        of("endings", recordOf("completed", "EXPIRED", false)),
        of(
            "ended_evidence",
            "update tapline.instance_lease set json_addl = json_addl #- '{properties,released_at}'"
                + " where tenant_id = [tenant] and subject_uid = [completed]"),
        of(
            "attempt_numbers",
            "update tapline.instance_record r set json_addl = jsonb_set(r.json_addl,"
                + " '{properties,attempt_number}', '0') from tapline.instance_lease l where"
                + " l.tenant_id = [tenant] and r.tenant_id = l.tenant_id and l.uid = r.lease_uid"
                + " and l.subject_uid = [completed]",
            "update tapline.instance_lease set json_addl = jsonb_set(json_addl,"
                + " '{properties,attempt_number}', '0') where tenant_id = [tenant] and subject_uid"
                + " = [completed]"),
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
            "delete from tapline.fact where tenant_id = [tenant] and subject_uid ="
                + " [completed] and action_key = 'start_queue_execution'"),
        of(
            "event_chain",
            "update tapline.fact set event_more = event_type where tenant_id = [tenant] and"
                + " subject_uid = [completed] and action_key = 'start_queue_execution'"),
        of(
            "event_transition",
            "update tapline.fact set action_key = 'fail_queue_execution' where tenant_id ="
                + " [tenant] and subject_uid = [completed] and action_key ="
                + " 'complete_queue_execution'"),
        of("ready_at", envelope("routed", "ready_at = null, visible_from = null")),
        of(
            "link_ends",
            "insert into tapline.lineage_link values"
                + " ([tenant], [completed], 'execution_record_output', 999999999, now())"),
        of(
            "self_links",
            "update tapline.fact set actor_uid = uid where tenant_id = [tenant] and"
                + " subject_uid = [completed] and action_key = 'complete_queue_execution'"),
        of(
            "orphans",
            "delete from tapline.lineage_link where tenant_id = [tenant] and relationship ="
                + " 'execution_actor_hold' and child_uid = (select child_uid from"
                + " tapline.lineage_link where tenant_id = [tenant] and parent_uid = [held] and"
                + " relationship = 'execution_subject_hold')"),
        of(
            "feed_order",
            "update tapline.fact set feed_key = 1 where tenant_id = [tenant] and"
                + " subject_uid = [completed] and action_key = 'complete_queue_execution'"),
        of(
            "feed_kept",
            "update tapline.subject set feed_key = 1 where tenant_id = [tenant] and uid ="
                + " [requeued]"),
        of(
            "templates",
            "update tapline.subject set template_uid = 999999999 where tenant_id ="
                + " [tenant] and uid = [held]"));
  }

  private static Breakage of(String invariant, String... statements) {
    return new Breakage(invariant, List.of(statements));
  }

  /** A copy of one subject's lease, newer and on a subject that need not be the same. */
  private static String lease(String of, String on, String document) {
    return "insert into tapline.instance_lease"
        + LEASE_COLUMNS
        + "select tenant_id, storage_class, 900000001, template_uid, 'broken-1', "
        + document
        + ", created_dt, modified_dt, ["
        + on
        + "], worker_uid, queue_uid from tapline.instance_lease l where tenant_id ="
        + " [tenant] and subject_uid = ["
        + of
        + "]";
  }

  private static String record(String document) {
    return "insert into tapline.instance_record"
        + RECORD_COLUMNS
        + "select r.tenant_id, r.storage_class, 900000002, r.template_uid, 'broken-2', "
        + document
        + ", r.created_dt, r.modified_dt, 900000001 from tapline.instance_record r"
        + " join tapline.instance_lease l on l.tenant_id = r.tenant_id and l.uid = r.lease_uid"
        + " where l.tenant_id = [tenant] and l.subject_uid = [leased]"
        + " and r.uid <> 900000002 and l.uid <> 900000001";
  }

  private static String ended(String row, String status, String reason) {
    return "jsonb_set("
        + row
        + ".json_addl, '{properties}', "
        + row
        + ".json_addl -> 'properties' || jsonb_build_object('status', '"
        + status
        + "', 'release_reason', '"
        + reason
        + "', 'released_at', '2026-01-05T12:00:00.000000Z'))";
  }

  private static String finished(String status) {
    return "jsonb_set(r.json_addl, '{properties}', r.json_addl -> 'properties' ||"
        + " jsonb_build_object('status', '"
        + status
        + "', 'finished_at', '2026-01-05T12:00:00.000000Z'))";
  }

  private static String recordOf(String subject, String status, boolean unfinished) {
    var drop = unfinished ? " #- '{properties,finished_at}'" : "";
    return "update tapline.instance_record r set json_addl = jsonb_set(r.json_addl,"
        + " '{properties,status}', '\""
        + status
        + "\"')"
        + drop
        + " from tapline.instance_lease l where l.tenant_id = [tenant] and r.tenant_id ="
        + " l.tenant_id and l.uid = r.lease_uid and l.subject_uid = ["
        + subject
        + "]";
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
