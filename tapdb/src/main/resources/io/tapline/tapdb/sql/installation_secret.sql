-- installation_secret.sql: one row of the system tenant, by way of its template, so that registry_key is used.
select i.json_addl #>> '{properties,secret}' as secret
from tapline.generic_template t
join tapline.generic_instance i
  on i.tenant_id = t.tenant_id and i.template_uid = t.uid and i.storage_class = 'registry'
where t.tenant_id = 0 and t.template_code = 'data/system/installation/1.0' and i.object_key = 'installation'
