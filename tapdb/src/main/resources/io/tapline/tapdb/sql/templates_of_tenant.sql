-- templates_of_tenant.sql: everything a tenant's cache needs, in one go. Tens of rows, read on a miss only.
select uid, tenant_id, template_code, euid_domain, euid_prefix, storage_class, json_addl::text, is_deleted
from tapline.generic_template
where tenant_id = ?
order by uid
