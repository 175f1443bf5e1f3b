-- Jobs: the locks, reads and writes of decisions.

-- name: lock_subjects
-- Locks jobs one by one in the order of :uids, which is by uid in every transaction, so no deadlock is possible. The statement is a loop:
-- before PostgreSQL 17, an ordered scan with = ANY reads all jobs of the tenant.
select locked.uid
from unnest(:uids) as requested(uid)
cross join lateral (
  select s.uid from tapline.subject s
  where s.tenant_id = :tenant and s.uid between requested.uid and requested.uid
  order by s.uid
  for no key update) locked

-- name: lock_free_subjects
-- Like lock_subjects, but locked jobs are left out: several requests share the transaction, and none of them waits for a job of another
-- one.
select locked.uid
from unnest(:uids) as requested(uid)
cross join lateral (
  select s.uid from tapline.subject s
  where s.tenant_id = :tenant and s.uid between requested.uid and requested.uid
  order by s.uid
  for no key update skip locked) locked

-- name: read_subjects
-- Jobs with their newest attempts, read by a separate statement after the locks are held: the snapshot of the locking statement is older
-- than the lock, so it would contain old attempts. The feed key is the position of the newest action on the job. Every action writes the
-- row of its job and its position there, so no look-up in the log is needed. BETWEEN and the orders leave each look-up one index to choose,
-- regardless of the planner's statistics (docs/adr/0005). The newest lease of a job is the only one that can be active: every claim settles the
-- leases before it.
select
--include subject_columns
--include attempt/attempt_columns
  s.feed_key,
  case when :with_properties then coalesce(s.properties, '{}')::text end as own_properties,
  -- Bulky properties are in a record beside a row that has none.
  case when :with_properties and s.properties is null then
--include bulky_properties
  end as bulky_properties
from unnest(:uids) as requested(uid)
cross join lateral (
  select * from tapline.subject s
  where s.tenant_id = :tenant and s.uid between requested.uid and requested.uid
  order by s.uid limit 1) s
left join lateral (
  select * from tapline.attempt_whole a
  where a.tenant_id = s.tenant_id and a.subject_uid between s.uid and s.uid
  order by a.subject_uid desc, a.feed_key desc, a.action_uid desc limit 1) a on true

-- name: subject_columns
-- Columns of a job s that decisions read; read_subjects and step.sql#step include them.
  s.uid, s.template_uid, s.name, s.is_deleted, s.created_dt, s.modified_dt,
  s.revision, s.priority, s.attempt_count, s.max_attempts_override, s.delayed, s.cancel_requested, s.terminal,
  s.exec_state, s.exec_queue_key, s.next_action_key, s.ready_at, s.due_at, s.retry_at, s.hold_state, s.hold_reason,
  s.held_from, s.last_record_uid, s.cached_queue_key, s.cached_at, s.site, s.platform, s.assay, s.correlation_id,
  s.trace_id, s.compensates, s.deadline, s.workflow_uid, s.cleaned_at, s.evidence_until, s.labels, s.external, s.submission, s.summary,

-- name: bulky_properties
-- The bulky properties of a job s, which are in a record beside its row.
(
    select p.json_addl #>> '{properties,properties}'
    from tapline.lineage_link k
    cross join lateral (
      select * from tapline.instance_record p
      where p.tenant_id = k.tenant_id and p.uid between k.child_uid and k.child_uid
      order by p.uid limit 1) p
    where k.tenant_id = :tenant and k.parent_uid between s.uid and s.uid
      and k.relationship = 'execution_subject_properties'
    order by k.parent_uid desc, k.relationship desc, k.child_uid desc limit 1)

-- name: subject_properties
-- A job's own properties: in its row, or in a record beside it if they are bulky.
select s.uid, ((s.json_addl -> 'properties') - 'execution')::text as properties,
  (select p.json_addl #>> '{properties,properties}'
    from tapline.lineage_link k
    cross join lateral (
      select * from tapline.instance_record p
      where p.tenant_id = k.tenant_id and p.uid between k.child_uid and k.child_uid
      order by p.uid limit 1) p
    where k.tenant_id = s.tenant_id and k.parent_uid between s.uid and s.uid
      and k.relationship = 'execution_subject_properties'
    order by k.parent_uid desc, k.relationship desc, k.child_uid desc limit 1) as bulky
from unnest(:uids) as requested(uid)
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between requested.uid and requested.uid
  order by s.uid limit 1) s

-- name: measure_subjects
-- The number of bytes that read_subjects would send for each job: the row, its newest attempt, and the bulky properties. The statement
-- measures the documents as text and does not send them.
select s.uid,
  octet_length(s::text) + coalesce(octet_length(a::text), 0) + coalesce((
    select octet_length(p.json_addl #>> '{properties,properties}')
    from tapline.lineage_link k
    cross join lateral (
      select * from tapline.instance_record p
      where p.tenant_id = k.tenant_id and p.uid between k.child_uid and k.child_uid
      order by p.uid limit 1) p
    where s.properties is null and k.tenant_id = s.tenant_id and k.parent_uid between s.uid and s.uid
      and k.relationship = 'execution_subject_properties'
    order by k.parent_uid desc, k.relationship desc, k.child_uid desc limit 1), 0) as bytes
from unnest(:uids) as requested(uid)
cross join lateral (
  select * from tapline.subject s
  where s.tenant_id = :tenant and s.uid between requested.uid and requested.uid
  order by s.uid limit 1) s
left join lateral (
  select * from tapline.attempt_whole a
  where a.tenant_id = s.tenant_id and a.subject_uid between s.uid and s.uid
  order by a.subject_uid desc, a.feed_key desc, a.action_uid desc limit 1) a on true

-- name: objects_by_uid
-- Objects of any kind, to check that the objects that a request names exist.
select i.uid, i.euid
from (select distinct u.uid from unnest(:uids) as u(uid)) requested
cross join lateral tapline.object_by_uid(:tenant, requested.uid) i

-- name: update_subjects
-- Writes the new envelopes of the jobs of a batch. BatchUpdate.java fills in the columns that change: those with one value in all rows
-- ({shared}), and those whose values differ. The jobs' own properties do not change. If the envelopes change, {marks} removes the mark of
-- settlement and sets the time.
update tapline.subject o
set {shared}{differing}{marks}feed_key = greatest(o.feed_key, :feed_key)
where o.tenant_id = :tenant and o.uid = any(:uids)

-- name: mark_subjects
-- Stores the log position of an action that changed nothing else of the job (read_subjects).
update tapline.subject s
set feed_key = greatest(s.feed_key, :feed_key)
where s.tenant_id = :tenant and s.uid = any(:uids)

-- name: reshape_subjects
-- Replaces the properties of jobs, by null if they are bulky; the envelope does not change. Each row finds its document by position, as in
-- update_subjects.
update tapline.subject s
set properties = ((:documents::text[])[array_position(:uids::bigint[], s.uid)])::jsonb,
  modified_dt = greatest(s.modified_dt, :now), feed_key = greatest(s.feed_key, :feed_key)
where s.tenant_id = :tenant and s.uid = any(:uids)

-- name: add_subject_keys
-- Search keys of jobs that got another value after their creation. A value that the job had before already has its key.
insert into tapline.subject_key (tenant_id, kind, value, subject_uid)
select e.tenant_id, e.kind, e.value, e.subject_uid
from unnest(:uids) as requested(uid)
cross join lateral (
  select * from tapline.subject_key_expected e
  where e.tenant_id = :tenant and e.subject_uid between requested.uid and requested.uid) e
on conflict do nothing

-- name: past_deadline
-- Unfinished jobs whose deadline has passed, the longest past first. Held jobs are not among them (V2, deadline_at).
select s.euid, s.revision
from tapline.subject_document s
-- The first condition and the order lead into the index subject_term.
where s.tenant_id = :tenant and s.retirable is null and s.deadline_at <= (select tapline.clock())
order by s.retirable, s.deadline_at
limit :limit

-- name: overdue_external
-- External work past its deadline, in a queue whose policy is a retry.
select s.euid, s.external ->> 'external_ref' as external_ref,
  s.revision
from tapline.subject_document s
where s.tenant_id = :tenant and s.parked_as = 'W ' || :queue
  and (s.external ->> 'deadline_at')::timestamptz <= (select tapline.clock())
limit :limit
