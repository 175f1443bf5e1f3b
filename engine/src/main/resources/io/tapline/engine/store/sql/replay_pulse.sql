-- The same among heartbeats and renewals, for as long as they are kept.
select a.uid, a.euid, a.target_uid, a.idempotency_key, a.properties
from unnest(:targets, :keys) as asked(target_uid, idempotency_key)
cross join lateral (
  select a.uid, a.euid, a.target_uid, a.idempotency_key, a.json_addl ->> 'properties' as properties
  from tapline.instance_pulse a
  where a.tenant_id = :tenant and a.target_uid between asked.target_uid and asked.target_uid
    and a.action_key = :action and a.idempotency_key = asked.idempotency_key
  order by a.target_uid) a
