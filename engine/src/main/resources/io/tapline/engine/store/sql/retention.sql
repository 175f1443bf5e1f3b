-- What has ended and is past its term: found, marked and deleted.

-- name: finished_after
-- The next subjects in the order in which they were made, and which of them have ended and were not put away yet, each with the
-- queue of its newest lease: completed work is in none. A walk along the primary key on purpose: an index on when work ended
-- would put one entry more into every completion (docs/adr, retention).
select s.uid, s.euid, s.created_dt, s.modified_dt, s.exec_queue_key, s.finished, l.queue_uid,
  case when s.finished then s.revision end as revision,
  (select tapline.clock()) as now
from (
  select uid, euid, tenant_id, created_dt, modified_dt, exec_queue_key, revision,
    exec_state in ('COMPLETED', 'FAILED_TERMINAL', 'CANCELED')
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

-- name: mark_retired
-- Only the mark changes, which is a hint, so this is no action: without the mark the subject is looked at once more, and there
-- is nothing left to delete.
update tapline.subject s
set retired = true, retirable = null
where s.tenant_id = :tenant and s.uid = any(:uids)

-- name: retire_pick
-- Subjects that were put away and whose evidence is past its term. None of them can be claimed, so no claim waits for these
-- locks; what somebody requeues at this moment is locked by them, and stays.
select uid from tapline.subject
where tenant_id = :tenant and retirable <= (select tapline.clock())
order by retirable, deadline_at
limit :limit
for update skip locked

-- name: keep_outputs
-- Outputs of these subjects are linked to the records, which are about to go. The outputs stay and keep their origin: each subject
-- is linked to its outputs itself.
insert into tapline.lineage_link (tenant_id, parent_uid, relationship, child_uid, created_dt)
select o.tenant_id, r.subject_uid, :relationship, o.child_uid, min(o.created_dt)
from (
  select a.subject_uid, a.record_uid from tapline.attempt a
  where a.tenant_id = :tenant and a.subject_uid = any(:uids)
  union all
  select k.parent_uid, k.child_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.parent_uid = any(:uids) and k.relationship = 'execution_subject_record') r
join tapline.lineage_link o on o.tenant_id = :tenant and o.parent_uid = r.record_uid and o.relationship = 'execution_record_output'
where o.child_uid <> r.subject_uid
group by o.tenant_id, r.subject_uid, o.child_uid
on conflict do nothing

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
-- Records that no lease stands behind, holds and dead letters: what only a link ties to the subject. Its bulky properties are its
-- own, not evidence, and stay.
select child_uid from tapline.lineage_link
where tenant_id = :tenant and parent_uid = any(:uids)
  and relationship in ('execution_subject_record', 'execution_subject_hold', 'execution_subject_dead_letter')

-- name: retire_actions
-- The action that put the subject away stays: it says that there was something, what it came to and until when more was known.
-- It also keeps the subject's place in the feed, and the audit its count.
delete from tapline.fact a
where a.tenant_id = :tenant and a.executed_on_uid = any(:uids)
  and a.uid < (
    select max(c.uid) from tapline.fact c
    where c.tenant_id = a.tenant_id and c.executed_on_uid = a.executed_on_uid and c.action_key = 'clean_subject')
returning a.uid

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
