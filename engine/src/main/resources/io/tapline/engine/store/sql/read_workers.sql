-- Workers by uid; whether the caller registered each is lineage's to say.
select w.uid, w.euid, w.json_addl ->> 'properties' as properties,
  exists (select 1 from tapline.lineage_link k where k.tenant_id = w.tenant_id and k.parent_uid = :actor
    and k.relationship = 'execution_actor_worker' and k.child_uid = w.uid) as owned
from tapline.instance_registry w
where w.tenant_id = :tenant and w.uid = any(:uids) and w.template_uid = :template
