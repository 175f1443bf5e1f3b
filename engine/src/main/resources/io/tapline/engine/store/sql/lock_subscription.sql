select uid, euid, template_uid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and uid = :uid
for no key update
