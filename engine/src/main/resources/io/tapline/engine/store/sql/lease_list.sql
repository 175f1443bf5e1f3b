-- Leases by status, oldest first, a page at a time. A lapsed lease is EXPIRED here from that instant on, settled or not.
-- At most :look leases are looked at for one page (lease_list_look.sql says how far): a status that hardly occurs must not
-- cost a walk over all that ever were.
select l.uid, l.subject_uid, l.euid as lease_euid, l.json_addl ->> 'properties' as lease, s.euid as subject_euid, s.name as subject_name, w.euid as worker_euid,
  q.json_addl #>> '{properties,queue_key}' as queue_key, l.shown_status
from (
  select k.*, case when k.status = 'ACTIVE' and k.expires_at <= :now then 'EXPIRED' else k.status end as shown_status
  from tapline.instance_lease k
  where k.tenant_id = :tenant and k.uid > :after
    and (:worker::bigint is null or k.worker_uid = :worker) and (:queue::bigint is null or k.queue_uid = :queue)
  order by k.uid
  limit :look) l
join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
join tapline.instance_registry q on q.tenant_id = l.tenant_id and q.uid = l.queue_uid
where :status::text is null or l.shown_status = :status
order by l.uid
limit :limit
