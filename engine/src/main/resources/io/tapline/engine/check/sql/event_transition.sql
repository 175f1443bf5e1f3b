-- What may become what, and by which action, is one table in code; the log never leaves it. A start may ride on the claim
-- or the completion that made it. A pack's action names the engine's own action by which its subject moved.
select a.euid as object, a.action_key || ', ' || (e.event ->> 'type') || ' from ' || coalesce(e.event ->> 'from', 'nothing')
  || ' to ' || coalesce(e.event ->> 'to', 'nothing') || ' is not in the table' as found
from (
  select euid, action_key, json_addl from tapline.instance_action
  where tenant_id = :tenant and subject_uid is not null
  union all
  select euid, action_key, json_addl from tapline.instance_pulse
  where tenant_id = :tenant and subject_uid is not null) a
cross join lateral jsonb_array_elements(a.json_addl #> '{properties,events}') as e(event)
where not exists (
  select 1 from unnest(:transition_actions, :transition_froms, :transition_tos) as t(action, from_state, to_state)
  where (t.action = coalesce(a.json_addl #>> '{properties,verb}', a.action_key) or t.action = 'start_queue_execution' and e.event ->> 'type' = 'job_started')
    and t.from_state is not distinct from e.event ->> 'from' and t.to_state = e.event ->> 'to')
