-- Of a worker's newest leases, those that were taken from it. Each is told until its term is over, when the worker's own clock tells
-- it, and not only once: an answer may be lost, and a cancellation that had drawn its time may commit after the next heartbeat.
select euid from (
  select l.uid, l.euid, l.status, l.released_at, l.expires_at
  from tapline.instance_lease l
  where l.tenant_id = :tenant and l.worker_uid = :worker
  order by l.worker_uid desc, l.uid desc
  limit :limit) newest
where status in ('EXPIRED', 'ABANDONED', 'CANCELED') and (released_at >= :since or expires_at > :since)
