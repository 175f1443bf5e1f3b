-- How far lease_list.sql looked: the last lease it came to, and how many there were.
select max(uid) as last_uid, count(*) as looked
from (
  select k.uid
  from tapline.instance_lease k
  where k.tenant_id = :tenant and k.uid > :after
    and (:worker::bigint is null or k.worker_uid = :worker) and (:queue::bigint is null or k.queue_uid = :queue)
  order by k.uid
  limit :look) l
