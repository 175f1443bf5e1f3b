-- Live leases, through subject_leased_until: however many have ended, only those that live are read.
  select k.uid, k.subject_uid
  from tapline.live_lease k
  where k.tenant_id = :tenant and k.expires_at > :now and k.uid > :after
    and (:worker::bigint is null or k.worker_uid = :worker) and (:queue::bigint is null or k.queue_uid = :queue)
    and (:queues::bigint[] is null or k.queue_uid = any(:queues))
