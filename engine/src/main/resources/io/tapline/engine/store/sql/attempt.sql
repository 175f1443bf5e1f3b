-- Attempts: a lease and its record as one row.

-- name: attempt_columns
  a.uid as lease_uid, a.worker_uid, a.queue_uid, a.created_dt as claimed_dt, a.lease_token,
  a.status as lease_status, a.expires_at, a.heartbeat_at, a.released_at, a.release_reason, a.attempt_number, a.ttl_seconds,
  a.heartbeat_interval_seconds, a.next_action_key as lease_next_action_key, a.idempotency_key as lease_idempotency_key,
  a.revision as lease_revision, a.payload_hash as lease_payload_hash, a.record_uid, a.record_status,
  a.start_state, a.end_state, a.end_revision, a.duration_ms, a.retryable, a.finished_at, a.error_class, a.error_code,
  a.error_message, a.ending_action_key, a.expected_state, a.started_at, a.start_revision, a.record_action_key,
  a.record_next_action_key, a.record_idempotency_key, a.record_payload_hash, a.correlation as attempt_correlation,
  a.policy_refs, a.input_snapshot, a.result_snapshot,

-- name: lease_euid
-- The EUID of a lease l.
(select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, l.uid) from tapline.generic_template t
  where t.tenant_id = :tenant and t.template_code = 'data/execution/queue_lease/1.0')

-- name: record_euid
-- The EUID of the record of an attempt a.
(select tapline.euid(t.euid_head, t.euid_even, t.euid_odd, a.record_uid) from tapline.generic_template t
  where t.tenant_id = :tenant and t.template_code = 'data/execution/execution_record/1.0')

-- name: read_leases
-- Leases that a request names, with their attempts. By primary key.
select
--include attempt_columns
  a.subject_uid
from unnest(:uids) as requested(uid)
cross join lateral (
  select * from tapline.attempt_whole a
  where a.tenant_id = :tenant and a.uid between requested.uid and requested.uid
  order by a.uid limit 1) a

-- name: last_unleased_records
-- Records that a reconciliation supersedes: requeues and external results write records without a lease. A late result is not
-- among them: it belongs to a dispatch that was reconciled before it came.
select k.parent_uid as subject_uid, max(k.child_uid) as record_uid
from tapline.lineage_link k
join tapline.instance_record r on r.tenant_id = k.tenant_id and r.uid between k.child_uid and k.child_uid
where k.tenant_id = :tenant and k.parent_uid = any(:uids) and k.relationship = 'execution_subject_record' and
--include changed_its_subject
group by k.parent_uid

-- name: changed_its_subject
-- The record r, which has no lease, is not that of a late result: a late result does not change the revision of the job.
r.json_addl #> '{properties,start_revision}' is distinct from r.json_addl #> '{properties,end_revision}'

-- name: named_dispatches
-- The newest dispatch of a job under a reference, with its attempt, and whether its result was recorded. A job has a handful of actions;
-- they are ordered by a sum for the reason given in job.sql#job_history.
select requested.uid as subject_uid, d.at as dispatched_at, a.record_uid, a.queue_uid, a.attempt_number, a.next_action_key,
  exists (
    select 1 from tapline.instance_action r
    where r.tenant_id = :tenant and r.executed_on_uid between requested.uid and requested.uid and r.uid > d.uid
      and r.action_key = 'record_external_result' and r.json_addl #>> '{properties,metadata,external_ref}' = requested.ref
      and r.actor is distinct from :system) as answered
from unnest(:uids, :refs) as requested(uid, ref)
cross join lateral (
  select f.uid, f.at, f.lease_uid from tapline.fact_row f
  where f.tenant_id = :tenant and f.executed_on_uid between requested.uid and requested.uid
    and f.action_code = tapline.action_code('dispatch_external') and f.execution #>> '{external,external_ref}' = requested.ref
  order by f.uid + 0 desc limit 1) d
cross join lateral (
  select a.record_uid, a.queue_uid, a.attempt_number, a.next_action_key from tapline.attempt a
  where a.tenant_id = :tenant and a.uid between d.lease_uid and d.lease_uid
  order by a.uid limit 1) a

-- name: update_differing
-- A piece of subject.sql#update_subjects. Each row finds its values by position, not by a join: a join's plan, made while the table was
-- small, reads all rows of the tenant and compares each with every key. OFFSET keeps the subquery separate, so that the position is
-- computed once and not for each column.
({columns}) = (select {values} from (select array_position(:uids, o.uid) as at offset 0) place),
