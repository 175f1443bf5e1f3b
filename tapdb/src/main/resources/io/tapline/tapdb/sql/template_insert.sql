-- template_insert.sql: a template the tenant does not have yet.
insert into tapline.generic_template
  (tenant_id, uid, template_code, euid_domain, euid_prefix, storage_class, json_addl, created_dt, modified_dt)
values (?, nextval(tapline.uid_sequence(?)), ?, ?, ?, ?, ?::jsonb, tapline.clock(), tapline.clock())
