-- Live leases, oldest first, a page at a time, through lease_active: however many have ended, only those that live are read.
-- Materialized, or the limit tempts the planner into walking all leases by uid until it has met enough live ones.
with live as materialized (
  select k.tenant_id, k.uid, k.euid, k.json_addl, k.subject_uid, k.worker_uid, k.queue_uid
  from tapline.instance_lease k
  where k.tenant_id = :tenant and k.status = 'ACTIVE' and k.expires_at > :now and k.uid > :after
    and (:worker::bigint is null or k.worker_uid = :worker) and (:queue::bigint is null or k.queue_uid = :queue)),
page as materialized (
  select * from live order by uid limit :limit)
select l.uid, l.subject_uid, l.euid as lease_euid, l.json_addl ->> 'properties' as lease, s.euid as subject_euid, s.name as subject_name, w.euid as worker_euid,
  q.json_addl #>> '{properties,queue_key}' as queue_key, 'ACTIVE' as shown_status
from page l
join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
join tapline.instance_registry q on q.tenant_id = l.tenant_id and q.uid = l.queue_uid
order by l.uid
