-- One principal; the template keeps other registry objects out.
select euid, name, status, created_dt, json_addl #>> '{properties,principal_key}' as principal_key
from tapline.instance_registry
where tenant_id = :tenant and uid = :uid and template_uid = :template
