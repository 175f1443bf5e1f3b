-- The next :look leases after one, of a worker, of a queue or of all, oldest first. Each way has an index of its own
-- (lease_of_queue, lease_of_worker, the primary key) and an arm of its own, since one condition for all of them would walk the
-- primary key: behind a million leases of others that takes seconds. Of the arms one is asked for, and the others find nothing
-- at once. BETWEEN leaves the planner that one index.
  (select k.uid, k.queue_uid, k.subject_uid, k.status, k.expires_at from tapline.instance_lease k
   where :queue::bigint is null and :worker::bigint is null and k.tenant_id = :tenant and k.uid > :after
   order by k.uid
   limit :look)
  union all
  (select k.uid, k.queue_uid, k.subject_uid, k.status, k.expires_at from tapline.instance_lease k
   where :worker::bigint is null and k.tenant_id = :tenant and k.queue_uid between :queue and :queue and k.uid > :after
   order by k.queue_uid, k.uid
   limit :look)
  union all
  (select k.uid, k.queue_uid, k.subject_uid, k.status, k.expires_at from tapline.instance_lease k
   where k.tenant_id = :tenant and k.worker_uid between :worker and :worker and k.uid > :after
   order by k.worker_uid, k.uid
   limit :look)
