-- Workers that nobody else has locked, in the order in which they are asked for, which is by uid. Those that are locked are left
-- out: their own claims wait for them, and nobody else's.
-- Not EXISTS: the planner would read whose every worker is, and look the few up in that.
select w.uid, asked.actor, w.euid, w.json_addl ->> 'properties' as properties,
  (select k.child_uid from tapline.lineage_link k where k.tenant_id = w.tenant_id and k.parent_uid = asked.actor
    and k.relationship = 'execution_actor_worker' and k.child_uid = w.uid) is not null as owned
from unnest(:uids, :actors) as asked(uid, actor)
cross join lateral (
  select * from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between asked.uid and asked.uid and w.template_uid = :template
  order by w.uid
  for no key update skip locked) w
