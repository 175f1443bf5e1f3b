-- tenant_insert.sql: a tenant, like the installation itself, is a registered object of tenant 0.
insert into tapline.instance_registry
  (tenant_id, storage_class, uid, template_uid, euid, name, json_addl, created_dt, modified_dt)
values (0, 'registry', ?, ?, ?, ?, ?::jsonb, tapline.clock(), tapline.clock())
