-- Items of a queue among few subjects that an index has found, from a place on. Each is looked up by its key: with a list of
-- them the planner prefers the whole queue.
select s.uid, s.euid, s.name, s.template_uid, s.exec_state as state, s.priority, s.due_at, s.visible_from, s.created_dt,
  s.json_addl #>> '{properties,execution}' as execution, true as matches
from unnest(:uids) few (uid)
cross join lateral (
  select * from tapline.instance_subject f
  where f.tenant_id = :tenant and f.uid between few.uid and few.uid
  order by f.uid limit 1) s
where s.ready_queue_key = :queue and s.visible_from <= :now
  and s.priority <= :priority
  and (s.priority < :priority or (coalesce(s.due_at, 'Z'), s.visible_from, s.created_dt, s.euid)
    > (:due_at, :visible_from, :created_dt, :euid))
  and (:state::text is null or s.exec_state = :state)
  and
--include item_matches
  and
--include unleased
order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid
limit :limit
