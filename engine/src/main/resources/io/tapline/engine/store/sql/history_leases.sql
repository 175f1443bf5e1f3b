-- The leases of a subject and their attempts, oldest first, with whom and where, as lineage says.
select l.uid, l.euid as lease_euid, l.json_addl ->> 'properties' as lease, r.euid as record_euid,
  r.json_addl ->> 'properties' as record, w.euid as worker_euid,
  w.json_addl #>> '{properties,display_name}' as worker_name, q.euid as queue_euid,
  q.json_addl #>> '{properties,queue_key}' as queue_key
from tapline.lease_document l
join tapline.attempt_record r on r.tenant_id = l.tenant_id and r.lease_uid = l.uid
join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
join tapline.instance_registry q on q.tenant_id = l.tenant_id and q.uid = l.queue_uid
where l.tenant_id = :tenant and l.subject_uid = :uid
order by l.uid
limit :limit
