-- Records that no lease stands behind: reconciliations and results from outside.
select r.uid, r.euid as record_euid, r.json_addl ->> 'properties' as record,
  q.euid as queue_euid, q.queue_key
from tapline.lineage_link k
join tapline.instance_record r on r.tenant_id = k.tenant_id and r.uid = k.child_uid
left join lateral (
  select q.euid, q.json_addl #>> '{properties,queue_key}' as queue_key from tapline.lineage_link qk
  join tapline.instance_registry q on q.tenant_id = qk.tenant_id and q.uid = qk.parent_uid
  where qk.tenant_id = r.tenant_id and qk.child_uid = r.uid and qk.relationship = 'execution_queue_record'
  limit 1) q on true
where k.tenant_id = :tenant and k.parent_uid = :uid and k.relationship = 'execution_subject_record'
order by r.uid
limit :limit
