-- Retention: finished jobs past their terms are found, cleaned, and replaced by tombstones.

-- name: finished_after
-- The next jobs in the order of creation, each with a flag whether it has ended and is not cleaned yet, and with the queue of its newest
-- lease, because a completed job is in no queue. The statement scans the primary key: an index on the time of the end would add an entry to
-- every completion (docs/adr/0012).
select s.uid, s.template_uid, s.created_dt, s.modified_dt, s.exec_queue_key, s.finished, l.queue_uid,
  case when s.finished then s.revision end as revision,
  (select tapline.clock()) as now
from (
  select uid, template_uid, tenant_id, created_dt, modified_dt, exec_queue_key, revision,
    exec_state in ('C', 'F', 'X')
      and cleaned_at is null as finished
  from tapline.subject_document
  where tenant_id = :tenant and uid > :after
  order by uid
  limit :limit) s
left join lateral (
  select l.queue_uid from tapline.attempt l
  where s.finished and l.tenant_id = s.tenant_id and l.subject_uid between s.uid and s.uid
  order by l.subject_uid desc, l.feed_key desc, l.action_uid desc limit 1) l on true
order by s.uid

-- name: retirable
-- Cleaned jobs whose evidence is past its term, the longest past first. The statement takes no lock, because retire_lock checks again. Jobs
-- whose retirement has failed in this pass are left out. The order is that of the index subject_term: jobs of one term come by uid, because
-- tombstones that are written in the order of their key fill the pages of their index (31 bytes for each instead of 46).
select s.uid from tapline.subject s
where s.tenant_id = :tenant and s.retirable <= (select tapline.clock()) and s.uid <> all(:failed)
order by s.retirable, s.deadline_at, s.uid
limit :limit

-- name: retire_lock
-- A cleaned job cannot be claimed, so no claim waits for these locks. A job that is being requeued is locked by that
-- transaction, is skipped and stays; a requeue that waits for this lock finds the tombstone.
select s.uid from tapline.subject s
where s.tenant_id = :tenant and s.uid = any(:uids) and s.retirable <= (select tapline.clock())
order by s.uid
for update skip locked

-- name: keep_outputs
-- Outputs of these jobs are linked to the records, which are about to be deleted. The outputs stay and keep their origin: each
-- job is linked to its outputs itself.
insert into tapline.lineage_link (tenant_id, parent_uid, relationship, child_uid, created_dt)
select o.tenant_id, r.subject_uid, :relationship, o.child_uid, min(o.created_dt)
from (
  select a.subject_uid, a.record_uid from tapline.attempt a
  where a.tenant_id = :tenant and a.subject_uid = any(:uids)
  union all
  select k.parent_uid, k.child_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.parent_uid = any(:uids) and k.relationship = 'execution_subject_record') r
cross join lateral (
  select o.tenant_id, o.child_uid, o.created_dt from tapline.lineage_link o
  where o.tenant_id = :tenant and o.parent_uid between r.record_uid and r.record_uid and o.relationship = 'execution_record_output'
  order by o.parent_uid, o.relationship, o.child_uid) o
where o.child_uid <> r.subject_uid
group by o.tenant_id, r.subject_uid, o.child_uid
on conflict do nothing

-- name: retire_to_tombstones
-- The row that remains of each job. Its times come from the summary that cleaning wrote, since an ending may lie long before the
-- last action. The queue is the open one that the job was routed to or ended in, or else the queue of its last action that names
-- one. A job without a final state or a clean action violates a constraint and is kept as it is.
insert into tapline.tombstone (tenant_id, uid, template_uid, created_dt, started_at, finished_at, cleaned_at, retired_at, queue_uid,
  clean_action_uid, cleaned_by_uid, revision, attempt_count, state)
select s.tenant_id, s.uid, s.template_uid, s.created_dt, (s.summary ->> 'started_at')::timestamptz,
  coalesce((s.summary ->> 'finished_at')::timestamptz, s.cleaned_at), s.cleaned_at,
  (select tapline.clock()), coalesce(q.uid, l.queue_uid), c.uid, c.actor_uid, s.revision, s.attempt_count,
  s.exec_state
from tapline.subject s
left join lateral (
  select c.uid, c.actor_uid from tapline.fact_row c
  where c.tenant_id = :tenant and c.executed_on_uid between s.uid and s.uid and c.action_code = tapline.action_code('clean_subject')
  order by c.executed_on_uid desc, c.feed_key desc, c.uid desc limit 1) c on true
left join lateral (
  select l.queue_uid from tapline.fact_row l
  where l.tenant_id = :tenant and l.executed_on_uid between s.uid and s.uid and l.queue_uid is not null
  order by l.executed_on_uid desc, l.feed_key desc, l.uid desc limit 1) l on true
left join tapline.instance_registry q on q.tenant_id = :tenant
  and q.object_key = coalesce(s.exec_queue_key, s.summary ->> 'queue_key') and q.template_uid = (
    select t.uid from tapline.generic_template t where t.tenant_id = :tenant and t.template_code = 'data/execution/queue/1.0')
where s.tenant_id = :tenant and s.uid = any(:uids)

-- name: retire_attempts
-- Leases, their records and the actions of their claims.
with gone as (
  delete from tapline.attempt where tenant_id = :tenant and subject_uid = any(:uids)
  returning uid, record_uid, action_uid)
select uid from gone
union all
select record_uid from gone
union all
select action_uid from gone

-- name: retire_linked
-- Objects that only a link ties to the job: records without a lease, holds, dead letters and bulky properties.
select child_uid from tapline.lineage_link
where tenant_id = :tenant and parent_uid = any(:uids) and relationship in ('execution_subject_record', 'execution_subject_hold',
  'execution_subject_dead_letter', 'execution_subject_properties')

-- name: retire_keys
-- Search keys of the jobs, present and former: a key remains when its job gets another value. Former values are in the envelopes
-- and in the changes of properties that the actions contain, so this comes before retire_actions.
with keys as (
  select e.kind, e.value, e.subject_uid from tapline.subject_key_expected e
  where e.tenant_id = :tenant and e.subject_uid = any(:uids)
  union
  select v.kind, v.value, f.executed_on_uid
  from tapline.fact_row f
  cross join lateral (values
    ('b'::"char", left(f.result #>> '{before,barcode}', 200)), ('c', f.execution ->> 'correlation_id'),
    ('t', f.execution #>> '{correlation,trx_euid}'), ('a', f.execution #>> '{correlation,accession_euid}'),
    ('r', f.execution #>> '{correlation,run_euid}'), ('s', f.execution #>> '{correlation,step_euid}'),
    ('o', f.execution #>> '{submission,room_id}')) v(kind, value)
  where f.tenant_id = :tenant and f.executed_on_uid = any(:uids) and v.value is not null)
delete from tapline.subject_key k using keys
where k.tenant_id = :tenant and k.kind = keys.kind and k.value = keys.value collate "C" and k.subject_uid = keys.subject_uid

-- name: retire_actions
-- All of them, also the action that cleaned the job: the tombstone has its EUID, its time and its principal.
delete from tapline.fact_row where tenant_id = :tenant and executed_on_uid = any(:uids)
returning uid

-- name: retire_links_from
delete from tapline.lineage_link where tenant_id = :tenant and parent_uid = any(:gone)

-- name: retire_links_to
delete from tapline.lineage_link where tenant_id = :tenant and child_uid = any(:gone)

-- name: retire_records
delete from tapline.instance_record where tenant_id = :tenant and uid = any(:linked)
returning uid

-- name: retire_registry
delete from tapline.instance_registry where tenant_id = :tenant and uid = any(:linked)
returning uid

-- name: retire_subjects
-- Deletes the jobs with their properties, after everything else. Links to other objects stay: they end at the tombstone.
delete from tapline.subject where tenant_id = :tenant and uid = any(:uids)

-- name: retired_subjects
-- Retired jobs in the form of subject.sql#read_subjects, with the links that their envelopes repeated. BETWEEN and the orders leave each
-- look-up one index to choose (docs/adr/0005).
select o.uid, o.euid, o.template_uid, o.created_dt, o.modified_dt, o.json_addl #>> '{properties,execution}' as execution,
  (select w.euid from tapline.lineage_link k
    join tapline.instance_registry w on w.tenant_id = k.tenant_id and w.uid = k.parent_uid
    where k.tenant_id = :tenant and k.child_uid between o.uid and o.uid and k.relationship = 'workflow_job'
    order by k.child_uid, k.relationship, k.parent_uid limit 1) as workflow_euid,
  (select s.euid from tapline.lineage_link k
    cross join lateral (
      select s.euid from tapline.generic_instance s
      where s.storage_class = 'subject' and s.tenant_id = :tenant and s.uid between k.parent_uid and k.parent_uid
      order by s.uid limit 1) s
    where k.tenant_id = :tenant and k.child_uid between o.uid and o.uid and k.relationship = 'job_compensation'
    order by k.child_uid, k.relationship, k.parent_uid limit 1) as compensates
from unnest(:uids) as requested(uid)
cross join lateral (
  select * from tapline.instance_tombstone o
  where o.tenant_id = :tenant and o.uid between requested.uid and requested.uid
  order by o.uid limit 1) o
