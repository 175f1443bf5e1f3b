-- Subjects of a queue in the order in which they are claimed, whether they are visible or not (subject_ready_order). After a
-- cursor, :priority bounds the walk; the rest of the key is a filter.
select s.uid, s.priority, s.due_at, s.visible_from, s.created_dt, s.euid, (
--include subject_matches
) as matches
from (
  select * from tapline.instance_subject r
  where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue and r.priority <= :priority
    and (r.priority < :priority or (coalesce(r.due_at, 'Z'), r.visible_from, r.created_dt, r.euid)
      > (:due_at, :visible_from, :created_dt, :euid))
  order by r.priority desc, r.due_at, r.visible_from, r.created_dt, r.euid
  limit :look) s
