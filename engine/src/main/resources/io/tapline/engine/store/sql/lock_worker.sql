-- One worker, locked: claims, registrations and administrators' verbs take turns on it.
-- Not EXISTS: see workers_asked.sql.
select w.uid, w.euid, w.json_addl ->> 'properties' as properties,
  (select k.child_uid from tapline.lineage_link k where k.tenant_id = w.tenant_id and k.parent_uid = :actor
    and k.relationship = 'execution_actor_worker' and k.child_uid = w.uid) is not null as owned
from tapline.instance_registry w
where w.tenant_id = :tenant and w.uid = any(:uids) and w.template_uid = :template
for no key update of w
