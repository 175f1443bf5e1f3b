-- tenant_domains.sql: what the EUIDs of the tenants begin with, each tenant's with letters of its own.
select i.json_addl #>> '{properties,euid_domain}' as euid_domain
from tapline.generic_template t
join tapline.instance_registry i on i.tenant_id = t.tenant_id and i.template_uid = t.uid
where t.tenant_id = 0 and t.template_code = 'data/system/tenant/1.0'
