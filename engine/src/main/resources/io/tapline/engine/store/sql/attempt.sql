-- Attempts: a lease and its record as one row.

-- name: attempt_columns
  a.uid as lease_uid, a.euid as lease_euid, a.worker_uid, a.queue_uid, a.created_dt as claimed_dt, a.lease_token,
  a.status as lease_status, a.expires_at, a.heartbeat_at, a.released_at, a.release_reason, a.attempt_number, a.ttl_seconds,
  a.heartbeat_interval_seconds, a.next_action_key as lease_next_action_key, a.idempotency_key as lease_idempotency_key,
  a.revision as lease_revision, a.payload_hash as lease_payload_hash, a.record_uid, a.record_euid, a.record_status,
  a.start_state, a.end_state, a.end_revision, a.duration_ms, a.retryable, a.finished_at, a.error_class, a.error_code,
  a.error_message, a.ending_action_key, a.expected_state, a.started_at, a.start_revision, a.record_action_key,
  a.record_next_action_key, a.record_idempotency_key, a.record_payload_hash, a.correlation as attempt_correlation,
  a.policy_refs, a.input_snapshot, a.result_snapshot,

-- name: read_leases
-- Leases that a request names, with their attempts. By primary key.
select
--include attempt_columns
  a.subject_uid
from unnest(:uids) as asked(uid)
cross join lateral (
  select * from tapline.attempt a
  where a.tenant_id = :tenant and a.uid between asked.uid and asked.uid
  order by a.uid limit 1) a

-- name: last_unleased_records
-- What a reconciliation supersedes: requeues and external results write records that no lease stands behind.
select k.parent_uid as subject_uid, max(k.child_uid) as record_uid
from tapline.lineage_link k
where k.tenant_id = :tenant and k.parent_uid = any(:uids) and k.relationship = 'execution_subject_record'
group by k.parent_uid

-- name: update_attempts
-- What a batch changes of attempts: renewals, or ends. BatchUpdate.java fills in the columns.
update tapline.attempt o
set {shared}{differing}modified_dt = :now
where o.tenant_id = :tenant and o.uid = any(:uids)

-- name: update_differing
-- A piece of subject.sql#update_subjects and update_attempts.
-- Each row finds its values by position, not by a join: a join's plan, made while the table was small, reads all rows of the
-- tenant and compares each with every key. OFFSET keeps the position one: else it would be looked for again for each column.
({columns}) = (select {values} from (select array_position(:uids, o.uid) as at offset 0) place),
