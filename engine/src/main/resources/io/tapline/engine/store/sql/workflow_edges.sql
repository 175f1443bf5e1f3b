-- Who depends on whom among the given jobs.
select k.parent_uid, k.child_uid, k.relationship
from unnest(:uids) as asked(uid)
join tapline.lineage_link k on k.tenant_id = :tenant and k.child_uid = asked.uid
  and k.relationship in ('job_dependency_fail', 'job_dependency_continue', 'job_dependency_wait')
order by k.parent_uid, k.child_uid
