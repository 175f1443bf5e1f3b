-- The next :look subjects of a queue after a place, in the order in which they are claimed (subject_ready_order), whether
-- they are visible or not. The order is not one row comparison, since it turns at the priority and what has no due date comes
-- last; it is four ranges of the index, each entered where it begins and left after :look. Only keys are
-- read there, which the index has, and sorted; the rows are those of the :look that remain.
-- A place without a due date has the due date Z (ItemPosition): nothing is due then or later, and the first two find nothing.
select s.* from (
  select * from (
  (select r.uid, r.priority, r.due_at, r.visible_from, r.created_dt, r.euid from tapline.instance_subject r
   where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue
     and r.priority = :priority and r.due_at = :due_at
     and (r.visible_from, r.created_dt, r.euid) > (:visible_from, :created_dt, :euid)
   order by r.priority desc, r.due_at, r.visible_from, r.created_dt, r.euid
   limit :look)
  union all
  (select r.uid, r.priority, r.due_at, r.visible_from, r.created_dt, r.euid from tapline.instance_subject r
   where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue
     and r.priority = :priority and r.due_at > :due_at
   order by r.priority desc, r.due_at, r.visible_from, r.created_dt, r.euid
   limit :look)
  union all
  (select r.uid, r.priority, r.due_at, r.visible_from, r.created_dt, r.euid from tapline.instance_subject r
   where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue
     and r.priority = :priority and r.due_at is null
     and (r.visible_from, r.created_dt, r.euid)
       > (case :due_at when 'Z' then :visible_from else '' end, :created_dt, :euid)
   order by r.priority desc, r.due_at, r.visible_from, r.created_dt, r.euid
   limit :look)
  union all
  (select r.uid, r.priority, r.due_at, r.visible_from, r.created_dt, r.euid from tapline.instance_subject r
   where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue and r.priority < :priority
   order by r.priority desc, r.due_at, r.visible_from, r.created_dt, r.euid
   limit :look)) ranges
order by priority desc, due_at, visible_from, created_dt, euid
limit :look) k
cross join lateral (
  select * from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between k.uid and k.uid
  order by s.uid limit 1) s
order by k.priority desc, k.due_at, k.visible_from, k.created_dt, k.euid
