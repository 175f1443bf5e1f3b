-- How many live leases each worker has, and the uid of its oldest: claim_upkeep.sql for several workers. Below a worker's floor
-- it has none.
select asked.worker, count(held.uid) as live_leases, coalesce(min(held.uid), 0) as oldest_live
from unnest(:workers, :floors) as asked(worker, floor)
left join lateral (
  select l.uid from tapline.live_lease l
  where l.tenant_id = :tenant and l.worker_uid between asked.worker and asked.worker and l.uid >= asked.floor
    and l.expires_at > (select tapline.time_text(tapline.clock()))
  order by l.worker_uid, l.uid) held on true
group by asked.worker
