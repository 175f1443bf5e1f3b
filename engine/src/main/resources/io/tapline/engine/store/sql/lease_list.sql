-- Leases by status, oldest first, a page at a time. EXPIRED includes those that lapsed and are not settled.
select l.uid, l.euid as lease_euid, l.json_addl ->> 'properties' as lease, s.euid as subject_euid, w.euid as worker_euid,
  q.json_addl #>> '{properties,queue_key}' as queue_key
from tapline.instance_lease l
join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
join tapline.instance_registry q on q.tenant_id = l.tenant_id and q.uid = l.queue_uid
where l.tenant_id = :tenant and l.uid > :after and (:status::text is null or l.status = :status)
  and (:worker::bigint is null or l.worker_uid = :worker) and (:queue::bigint is null or l.queue_uid = :queue)
order by l.uid
limit :limit
