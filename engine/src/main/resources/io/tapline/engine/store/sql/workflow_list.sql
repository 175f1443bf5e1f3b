-- Workflows, newest first, each with the states of its jobs. They have no status of their own, which is how the index finds them.
select w.uid, w.euid, w.created_dt, w.json_addl ->> 'properties' as properties,
  (select array_agg(s.exec_state) from tapline.lineage_link k
    join tapline.instance_subject s on s.tenant_id = k.tenant_id and s.uid = k.child_uid
    where k.tenant_id = w.tenant_id and k.parent_uid = w.uid and k.relationship = 'workflow_job') as states
from tapline.instance_registry w
where w.tenant_id = :tenant and w.template_uid = :template and w.status is null and w.uid < :before
order by w.uid desc
limit :limit
