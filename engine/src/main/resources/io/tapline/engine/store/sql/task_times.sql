-- Who submitted a task, when it began to run and when it ended, as its actions say. A task has a handful of them.
select asked.uid, t.submitted_by, t.started_at, t.completed_at
from unnest(:uids) as asked(uid)
cross join lateral (
  select
    (array_agg(a.json_addl #>> '{properties,actor}' order by a.feed_key, a.uid))[1] as submitted_by,
    max(a.created_dt) filter (where a.json_addl #>> '{properties,to_state}' = 'RUNNING') as started_at,
    max(a.created_dt) filter (
      where a.json_addl #>> '{properties,to_state}' = any('{COMPLETED,FAILED_TERMINAL,CANCELED}')) as completed_at
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.executed_on_uid between asked.uid and asked.uid) t
