-- Jobs that wait for other jobs.

-- name: unsettled_jobs
-- Jobs of workflows that have ended, or wait, and have not been looked at since (V2, unsettled_in).
select s.uid, s.euid, s.revision, s.exec_state <> 'PENDING' as ended
from tapline.subject_document s
where s.tenant_id = :tenant and s.unsettled_in is not null
order by s.uid
limit :limit

-- name: waiting_dependents
-- What waits for any of the given jobs.
select distinct c.euid, c.revision
from unnest(:uids) as asked(uid)
join tapline.lineage_link k on k.tenant_id = :tenant and k.parent_uid = asked.uid
  and k.relationship in ('job_dependency_fail', 'job_dependency_continue', 'job_dependency_wait')
join tapline.subject_document c on c.tenant_id = k.tenant_id and c.uid = k.child_uid
where c.exec_state = 'PENDING'

-- name: dependencies
-- What the given jobs depend on, and in which way. Read under the jobs' own locks: a job that ends meanwhile is looked at afterwards, and
-- that look waits for the lock, so no ending is missed. A retired job still counts, by the final state of its tombstone.
select k.child_uid, k.relationship, p.exec_state as state
from unnest(:uids) as asked(uid)
join tapline.lineage_link k on k.tenant_id = :tenant and k.child_uid = asked.uid
  and k.relationship in ('job_dependency_fail', 'job_dependency_continue', 'job_dependency_wait')
join tapline.generic_instance p on p.storage_class = 'subject' and p.tenant_id = k.tenant_id and p.uid = k.parent_uid

-- name: mark_settled
-- Only the mark changes, which is a hint, so this is no action: without the mark a job is looked at once more, and the look
-- finds everything done. What changed since it was looked at keeps being unsettled; what is locked is changing.
update tapline.subject s
set settled = true, unsettled_in = null
where s.tenant_id = :tenant and s.uid = any(array(
  select d.uid from tapline.subject d
  where d.tenant_id = :tenant and d.uid = any(:uids)
    and d.revision::text = (:revisions::text[])[array_position(:uids::bigint[], d.uid)]
  for no key update skip locked))
