-- Before a claim: how many leases does the worker hold, and is there a lapse to settle in this queue, or a delayed subject
-- that has become ready? The last two are rare, index probes, done in transactions of their own, and not :asked each time
-- once they are slow.
-- The clock is read by a subquery, once: as a volatile expression it is no index condition, and every live lease and every
-- delayed subject would be looked at. The orders leave each probe one index to choose
-- (unleased.sql).
-- A worker has no live lease below its :floor.
with clock as materialized (select tapline.time_text(tapline.clock()) as now)
select
  case when :asked then coalesce((select true from tapline.live_lease l
    where l.tenant_id = :tenant and l.queue_uid = :queue_uid
      and l.expires_at <= (select c.now from clock c)
    order by l.expires_at limit 1), false) else false end as lapsed,
  case when :asked then coalesce((select true from tapline.instance_subject s
    where s.tenant_id = :tenant and s.delayed_queue_key = :queue
      and s.visible_from <= (select c.now from clock c)
    order by s.visible_from limit 1), false) else false end as matured,
  live.leases as live_leases, live.oldest as oldest_live,
  (select c.now from clock c) as now,
  -- What this took, the last of what is computed: it goes to the database with other statements, so the trip's duration does not tell.
  (extract(epoch from clock_timestamp() - statement_timestamp()) * 1e9)::bigint as nanos
from (
  select count(*) as leases, coalesce(min(held.uid), 0) as oldest from (
    select l.uid from tapline.live_lease l
    where l.tenant_id = :tenant and l.worker_uid between :worker and :worker and l.uid >= :floor
      and l.expires_at > (select c.now from clock c)
    order by l.worker_uid, l.uid) held) live
