-- What the given jobs depend on, and in which way. Read under the jobs' own locks: a job that ends meanwhile is looked at afterwards, and
-- that look waits for the lock, so no ending is missed.
select k.child_uid, k.relationship, p.exec_state as state
from unnest(:uids) as asked(uid)
join tapline.lineage_link k on k.tenant_id = :tenant and k.child_uid = asked.uid
  and k.relationship in ('job_dependency_fail', 'job_dependency_continue', 'job_dependency_wait')
join tapline.instance_subject p on p.tenant_id = k.tenant_id and p.uid = k.parent_uid
