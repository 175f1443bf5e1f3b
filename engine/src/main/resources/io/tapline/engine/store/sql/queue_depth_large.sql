-- queue_depth.sql for a queue that is too large for it: a million subjects take 0.3 s instead of 4 s. Planned for the values at
-- hand: those of :apart are then hashed once, and where no place is asked for the first arm reads the index
-- subject_ready_order alone (ClaimPlanTest). As anti-joins, leases and holds were gone through for each subject as long as
-- nothing had been analyzed.
select count(*) as depth, min(visible_from) as oldest, max(visible_from) as newest
from (
  (select s.visible_from from tapline.instance_subject s
   where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now and
--include standing
  )
  union all
  (select s.visible_from from tapline.instance_subject s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now and
--include standing
  )
  union all
  (select l.expires_at from
--include lapses
   l, tapline.instance_subject s
   where
--include lapsed
  )) visible
