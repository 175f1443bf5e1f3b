-- How many subjects are visible in a queue, and since when. Counting stops at :most; above that it is made now and then, by
-- queue_depth_large.sql.
select count(*) as depth, min(visible_from) as oldest, max(visible_from) as newest
from (
  (select s.visible_from from tapline.instance_subject s
   where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now and
--include unleased
  )
  union all
  (select s.visible_from from tapline.instance_subject s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now and
--include unleased
  )
  union all
  (select l.expires_at from
--include lapsed_lease_list
   l, tapline.instance_subject s
   where
--include lease_lapsed
  )
  limit :most) visible
