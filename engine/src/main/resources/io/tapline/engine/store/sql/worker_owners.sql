-- Who registered each worker, as lineage says.
select k.child_uid as uid, p.json_addl #>> '{properties,principal_key}' as principal
from unnest(:uids) as asked(uid)
cross join lateral (
  select k.child_uid, k.parent_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.child_uid between asked.uid and asked.uid
    and k.relationship = 'execution_actor_worker'
  order by k.child_uid, k.relationship limit 1) k
join tapline.instance_registry p on p.tenant_id = :tenant and p.uid = k.parent_uid
