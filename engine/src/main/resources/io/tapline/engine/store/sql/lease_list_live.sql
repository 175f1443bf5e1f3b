-- Live leases, oldest first, a page at a time, through lease_active: however many have ended, only those that live are read.
-- Materialized, or the limit tempts the planner into walking all leases by uid until it has met enough live ones.
with live as materialized (
  select k.uid
  from tapline.instance_lease k
  where k.tenant_id = :tenant and k.status = 'ACTIVE' and k.expires_at > :now and k.uid > :after
    and (:worker::bigint is null or k.worker_uid = :worker) and (:queue::bigint is null or k.queue_uid = :queue)),
page as materialized (
  select uid, 'ACTIVE' as shown_status from live order by uid limit :limit)
--include leases_shown
