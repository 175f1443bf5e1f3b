-- Workers by uid, each as the caller that asks for it sees it: whether that caller registered it is lineage's to say. What follows
-- says whether they are locked.
-- A loop on purpose, and BETWEEN with an order leaves each look-up one index to choose (unleased.sql).
-- Not EXISTS: the planner would read whose every worker is, and look the few up in that.
select w.uid, asked.actor, w.euid, w.json_addl ->> 'properties' as properties,
  (select k.child_uid from tapline.lineage_link k where k.tenant_id = w.tenant_id and k.parent_uid = asked.actor
    and k.relationship = 'execution_actor_worker' and k.child_uid = w.uid) is not null as owned
from unnest(:uids, :actors) as asked(uid, actor)
cross join lateral (
  select * from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between asked.uid and asked.uid and w.template_uid = :template
  order by w.uid
