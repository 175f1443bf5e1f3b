-- The newest secret of a queue that has not been retired; by key, since the outside knows no EUID.
select s.json_addl #>> '{properties,sealed}' as sealed
from tapline.instance_registry q
cross join lateral (
  select k.child_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.parent_uid between q.uid and q.uid
    and k.relationship = 'execution_queue_callback_secret'
  order by k.parent_uid desc, k.relationship desc, k.child_uid desc
  limit 1) k
join tapline.instance_registry s on s.tenant_id = :tenant and s.uid = k.child_uid
where q.tenant_id = :tenant and q.template_uid = :template and q.object_key = :key
