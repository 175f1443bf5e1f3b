-- The same among heartbeats and renewals, for as long as they are kept. BETWEEN only on the last column of the index:
-- after a range the columns that follow no longer narrow the walk.
select a.uid, a.euid, a.target_uid, a.idempotency_key, a.properties
from unnest(:targets, :keys) as asked(target_uid, idempotency_key)
cross join lateral (
  select a.uid, a.euid, a.target_uid, a.idempotency_key, a.json_addl ->> 'properties' as properties
  from tapline.instance_pulse a
  where a.tenant_id = :tenant and a.target_uid = asked.target_uid
    and a.action_key = :action and a.idempotency_key between asked.idempotency_key and asked.idempotency_key
  order by a.idempotency_key) a
