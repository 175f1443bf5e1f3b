-- Items of a queue that are not found in its order, from a place on: delayed subjects whose time has come and that nobody has
-- promoted yet, and those whose lease lapsed and that nobody has settled yet. Both are few, as claims and the sweeper see to
-- them.
select uid, euid, name, template_uid, state, priority, due_at, visible_from, created_dt, execution, true as matches
from (
  (select s.uid, s.euid, s.name, s.template_uid, s.exec_state as state, s.priority, s.due_at, s.visible_from, s.created_dt,
     s.json_addl #>> '{properties,execution}' as execution
   from tapline.instance_subject s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now and s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'Z'), s.visible_from, s.created_dt, s.euid)
       > (:due_at, :visible_from, :created_dt, :euid))
     and (:state::text is null or s.exec_state = :state)
     and
--include item_matches
     and
--include unleased
   order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid limit :limit)
  union all
  (select s.uid, s.euid, s.name, s.template_uid,
     case s.exec_state when 'RUNNING' then 'FAILED_RETRYABLE' else s.exec_state end, s.priority, s.due_at, l.expires_at,
     s.created_dt, s.json_addl #>> '{properties,execution}'
   from
--include lapsed_lease_list
   l, tapline.instance_subject s
   where s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'Z'), l.expires_at, s.created_dt, s.euid)
       > (:due_at, :visible_from, :created_dt, :euid))
     and (:state::text is null or case s.exec_state when 'RUNNING' then 'FAILED_RETRYABLE' else s.exec_state end = :state)
     and
--include item_matches
     and
--include lease_lapsed
   order by s.priority desc, s.due_at, l.expires_at, s.created_dt, s.euid limit :limit)
) beside
order by priority desc, due_at, visible_from, created_dt, euid
limit :limit
