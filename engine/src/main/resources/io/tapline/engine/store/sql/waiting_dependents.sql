-- What waits for any of the given jobs.
select distinct c.euid, c.revision
from unnest(:uids) as asked(uid)
join tapline.lineage_link k on k.tenant_id = :tenant and k.parent_uid = asked.uid
  and k.relationship in ('job_dependency_fail', 'job_dependency_continue', 'job_dependency_wait')
join tapline.instance_subject c on c.tenant_id = k.tenant_id and c.uid = k.child_uid
where c.exec_state = 'PENDING'
