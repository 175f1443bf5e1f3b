-- queue_depth.sql for a queue that is too large for it: a million subjects take 0.2 s instead of 4 s. Planned for the values at
-- hand: those of :apart are then hashed once, and where no place is asked for the first arm reads the index
-- subject_ready_order alone (ClaimPlanTest). As anti-joins, leases and holds were gone through for each subject as long as
-- nothing had been analyzed. Each arm is counted by itself, so that what is counted is not handed on row by row.
select sum(depth)::bigint as depth, min(oldest) as oldest, max(newest) as newest
from (
  (select count(*) as depth, min(s.visible_from) as oldest, max(s.visible_from) as newest from tapline.instance_subject s
   where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now and
--include unleased_whole_queue
  )
  union all
  (select count(*), min(s.visible_from), max(s.visible_from) from tapline.instance_subject s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now and
--include unleased_whole_queue
  )
  union all
  (select count(*), min(l.expires_at), max(l.expires_at) from
--include lapsed_lease_list
   l, tapline.instance_subject s
   where
--include lease_lapsed
  )) visible
