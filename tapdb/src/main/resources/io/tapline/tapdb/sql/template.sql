-- Templates of packs.

-- name: templates_of_tenant
-- All templates of a tenant, for its cache. The statement returns tens of rows and runs only when the cache has no entry.
select uid, tenant_id, template_code, euid_domain, euid_prefix, storage_class, json_addl::text, is_deleted
from tapline.generic_template
where tenant_id = ?
order by uid

-- name: template_insert
-- A template the tenant does not have yet.
insert into tapline.generic_template
  (tenant_id, uid, template_code, euid_domain, euid_prefix, storage_class, json_addl, created_dt, modified_dt)
values (?, nextval(tapline.uid_sequence(?)), ?, ?, ?, ?, ?::jsonb, tapline.clock(), tapline.clock())

-- name: template_update
-- An unchanged template keeps its row and its time. Documents are compared as jsonb, so neither white space nor the order of keys counts.
update tapline.generic_template
set json_addl = ?::jsonb, modified_dt = (select tapline.clock())
where tenant_id = ? and template_code = ? and json_addl <> ?::jsonb
