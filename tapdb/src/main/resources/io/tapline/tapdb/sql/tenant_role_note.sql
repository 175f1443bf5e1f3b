-- tenant_role_note.sql: the tenant's role is the one of this name, as it is now.
insert into tapline.tenant_role (role, tenant_id, kind)
select oid, ?, ? from pg_roles where rolname = ?
on conflict (tenant_id, kind) do update set role = excluded.role
