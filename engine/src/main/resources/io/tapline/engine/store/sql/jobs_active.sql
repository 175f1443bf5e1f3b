-- The keys of every job that is offered, by the index registry_status.
select j.object_key
from tapline.instance_registry j
where j.tenant_id = :tenant and j.template_uid = :template and j.status = 'ACTIVE'
order by j.uid
