-- tenants.sql: the tenants, by way of their template, so that registry_key and registry_status can be used.
select i.uid, i.euid, i.object_key, i.json_addl #>> '{properties,display_name}' as display_name, i.status
from tapline.generic_template t
join tapline.generic_instance i
  on i.tenant_id = t.tenant_id and i.template_uid = t.uid and i.storage_class = 'registry'
where t.tenant_id = 0 and t.template_code = 'data/system/tenant/1.0' and not i.is_deleted
