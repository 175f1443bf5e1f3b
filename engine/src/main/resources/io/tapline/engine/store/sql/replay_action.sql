-- Requests that were carried out before, by (target, action, key). One row per ordinal.
-- The order keeps the look-up inside the loop, key by key, and leaves it one index to choose: as a plain join the planner
-- may read all actions of the tenant instead and compare each with every key (a plan made while the table was small;
-- 1,000 ms per 1,000 keys at 10,000 actions), and without the order it may walk the feed (ClaimPlanTest).
select a.uid, a.euid, a.target_uid, a.idempotency_key, a.properties
from unnest(:targets, :keys) as asked(target_uid, idempotency_key)
cross join lateral (
  select a.uid, a.euid, a.target_uid, a.idempotency_key, a.json_addl ->> 'properties' as properties
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.target_uid = asked.target_uid
    and a.action_key = :action and a.idempotency_key = asked.idempotency_key
  order by a.ordinal) a
