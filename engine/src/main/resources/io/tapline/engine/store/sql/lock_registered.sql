-- The EUID is compared too: one with another prefix names another object, though the uid inside is the same.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and uid = :uid and template_uid = :template and euid = :euid
for no key update
