-- One page of a queue in execution order. Each arm is ordered and cut by itself, so the first one walks the index
-- subject_ready_order and stops. After a cursor, :priority bounds that walk; the rest of the key is a filter.
select uid, euid, name, template_uid, state, priority, due_at, visible_from, created_dt, execution
from (
  (select s.uid, s.euid, s.name, s.template_uid, s.exec_state as state, s.priority, s.due_at, s.visible_from, s.created_dt,
     s.json_addl #>> '{properties,execution}' as execution
   from tapline.instance_subject s
   where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now and s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'Z'), s.visible_from, s.created_dt, s.euid)
       > (:due_at, :visible_from, :created_dt, :euid))
     and (:state::text is null or s.exec_state = :state)
     and (:site::text is null or s.json_addl #>> '{properties,execution,scope,site}' = :site)
     and (:platform::text is null or s.json_addl #>> '{properties,execution,scope,platform}' = :platform)
     and (:assay::text is null or s.json_addl #>> '{properties,execution,scope,assay}' = :assay)
     and (:template::bigint is null or s.template_uid = :template)
     and (:correlation::text is null or s.correlation_id = :correlation)
     and
--include unleased
   order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid limit :limit)
  union all
  (select s.uid, s.euid, s.name, s.template_uid, s.exec_state, s.priority, s.due_at, s.visible_from, s.created_dt,
     s.json_addl #>> '{properties,execution}'
   from tapline.instance_subject s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now and s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'Z'), s.visible_from, s.created_dt, s.euid)
       > (:due_at, :visible_from, :created_dt, :euid))
     and (:state::text is null or s.exec_state = :state)
     and (:site::text is null or s.json_addl #>> '{properties,execution,scope,site}' = :site)
     and (:platform::text is null or s.json_addl #>> '{properties,execution,scope,platform}' = :platform)
     and (:assay::text is null or s.json_addl #>> '{properties,execution,scope,assay}' = :assay)
     and (:template::bigint is null or s.template_uid = :template)
     and (:correlation::text is null or s.correlation_id = :correlation)
     and
--include unleased
   order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid limit :limit)
  union all
  (select s.uid, s.euid, s.name, s.template_uid,
     case s.exec_state when 'RUNNING' then 'FAILED_RETRYABLE' else s.exec_state end, s.priority, s.due_at, l.expires_at,
     s.created_dt, s.json_addl #>> '{properties,execution}'
   from tapline.instance_lease l, tapline.instance_subject s
   where s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'Z'), l.expires_at, s.created_dt, s.euid)
       > (:due_at, :visible_from, :created_dt, :euid))
     and (:state::text is null or case s.exec_state when 'RUNNING' then 'FAILED_RETRYABLE' else s.exec_state end = :state)
     and (:site::text is null or s.json_addl #>> '{properties,execution,scope,site}' = :site)
     and (:platform::text is null or s.json_addl #>> '{properties,execution,scope,platform}' = :platform)
     and (:assay::text is null or s.json_addl #>> '{properties,execution,scope,assay}' = :assay)
     and (:template::bigint is null or s.template_uid = :template)
     and (:correlation::text is null or s.correlation_id = :correlation)
     and
--include lapsed
   order by s.priority desc, s.due_at, l.expires_at, s.created_dt, s.euid limit :limit)
) page
order by priority desc, due_at, visible_from, created_dt, euid
limit :limit
