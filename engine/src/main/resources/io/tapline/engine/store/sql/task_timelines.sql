-- Who submitted a piece of work, when it was last begun, when it last ended and why it was cancelled, as its actions say. It has
-- a handful of them, ordered as in job_history.sql and for the same reason.
select asked.uid, t.submitted_by, t.started_at, t.ended_at, t.cancel_reason
from unnest(:uids) as asked(uid)
cross join lateral (
  select
    (array_agg(a.actor order by a.uid + 0))[1] as submitted_by,
    max(a.created_dt) filter (where a.to_state = 'RUNNING') as started_at,
    max(a.created_dt) filter (
      where a.to_state = any('{COMPLETED,FAILED_TERMINAL,CANCELED}')
        -- What puts finished work away, or undoes it, leaves the state alone.
        and a.from_state is distinct from a.to_state) as ended_at,
    (array_agg(a.reason order by a.uid + 0 desc) filter (
      where a.to_state = 'CANCELED'))[1] as cancel_reason
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.executed_on_uid between asked.uid and asked.uid) t
