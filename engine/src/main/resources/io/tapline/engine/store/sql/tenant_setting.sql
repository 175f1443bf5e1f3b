-- A setting of the tenant, if anyone ever set it.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key
