-- Dependencies between jobs.

-- name: unsettled_jobs
-- Jobs of workflows that have ended or are PENDING and were not settled since (V2, unsettled_in).
select s.uid, s.euid, s.revision, s.exec_state <> 'P' as ended
from tapline.subject_document s
where s.tenant_id = :tenant and s.unsettled_in is not null
order by s.uid
limit :limit

-- name: waiting_dependents
-- PENDING jobs that depend on any of the given jobs.
select distinct c.euid, c.revision
from unnest(:uids) as requested(uid)
cross join lateral (
  select k.child_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.parent_uid between requested.uid and requested.uid
    and k.relationship in ('job_dependency_fail', 'job_dependency_continue', 'job_dependency_wait')
  order by k.parent_uid, k.relationship, k.child_uid) k
cross join lateral (
  select c.euid, c.revision, c.exec_state from tapline.subject_document c
  where c.tenant_id = :tenant and c.uid between k.child_uid and k.child_uid
  order by c.uid limit 1) c
where c.exec_state = 'P'

-- name: dependencies
-- The jobs on which the given jobs depend, with the type of each dependency. The given jobs are locked: if one of the others ends
-- meanwhile, its settlement comes later and waits for the lock, so no ending is missed. A retired job still counts, by the final state of
-- its tombstone.
select k.child_uid, k.relationship, p.exec_state as state
from unnest(:uids) as requested(uid)
cross join lateral (
  -- BETWEEN and the order leave the look-up one index to choose (docs/adr/0005).
  select k.child_uid, k.relationship, k.parent_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.child_uid between requested.uid and requested.uid
    and k.relationship in ('job_dependency_fail', 'job_dependency_continue', 'job_dependency_wait')
  order by k.child_uid, k.relationship, k.parent_uid) k
cross join lateral (
  select p.exec_state from tapline.generic_instance p
  where p.storage_class = 'subject' and p.tenant_id = :tenant and p.uid between k.parent_uid and k.parent_uid
  order by p.uid limit 1) p

-- name: mark_settled
-- Marks jobs as settled. Only the mark changes, which is a hint, so the statement records no action: without the mark the sweep settles the
-- job once more, without effect. Jobs whose revision has changed, and locked jobs, which are being changed, remain unsettled.
update tapline.subject s
set settled = true, unsettled_in = null
where s.tenant_id = :tenant and s.uid = any(array(
  select d.uid from tapline.subject d
  where d.tenant_id = :tenant and d.uid = any(:uids)
    and d.revision::text = (:revisions::text[])[array_position(:uids::bigint[], d.uid)]
  for no key update skip locked))
