-- Of a worker's newest leases, those that were taken from it since it was last heard of.
select euid from (
  select l.uid, l.euid, l.status, l.released_at
  from tapline.instance_lease l
  where l.tenant_id = :tenant and l.worker_uid = :worker
  order by l.worker_uid desc, l.uid desc
  limit :limit) newest
where status in ('EXPIRED', 'ABANDONED', 'CANCELED') and released_at >= :since
