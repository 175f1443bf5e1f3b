-- Database roles of a tenant: readers and producers.

-- name: tenant_role_state
-- A role of this name, with flags whether Tapline created it and whether another login may grant it. From PostgreSQL 16 on, the login that
-- creates a role may grant it, so the second flag shows that another login had created the role before.
select r.oid as role, t.role is not null as ours,
  exists (
    select from pg_auth_members m join pg_roles o on o.oid = m.member
    where m.roleid = r.oid and m.admin_option and o.rolname <> current_user and not o.rolsuper) as anothers
from pg_roles r
left join tapline.tenant_role t on t.role = r.oid and t.tenant_id = ? and t.kind = ?
where r.rolname = ?

-- name: tenant_role_note
-- Stores the present role of this name as the role of the tenant.
insert into tapline.tenant_role (role, tenant_id, kind)
select oid, ?, ? from pg_roles where rolname = ?
on conflict (tenant_id, kind) do update set role = excluded.role

-- name: reader_role_name
-- Roles belong to the cluster and tenants to one database, so the name contains database and tenant.
select format('tapline_reader_%s_%s', d.oid, ?::bigint) as reader_role
from pg_database d
where d.datname = current_database()

-- name: reader_role_policies
-- The tables on which the tenant's reader has its policy.
select tablename::text from pg_policies where schemaname = 'tapline' and policyname = ?

-- name: producer_role_name
-- As for readers, the name contains database and tenant.
select format('tapline_producer_%s_%s', d.oid, ?::bigint) as producer_role
from pg_database d
where d.datname = current_database()

-- name: existing_roles
-- Those of the installation's two roles that exist in the cluster.
select rolname from pg_roles where rolname in (?, ?)

-- name: wrong_attributes
-- Those of the two roles that bypass policies or cannot log in, a role that may create roles although it is not the owner, and an owner
-- that may not.
select rolname
from pg_roles
where rolname in (?, ?)
  and (rolsuper or rolbypassrls or not rolcanlogin or rolcreaterole <> (rolname = ?))

-- name: schema_owner
-- The owner of the schema.
select r.rolname from pg_namespace n join pg_roles r on r.oid = n.nspowner where n.nspname = 'tapline'

-- name: foreign_tables
-- Returns a row if the database may belong to another application: it has tables, or it is postgres, to which every login connects by
-- default.
select c.relname
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
union all
select current_database() where current_database() = 'postgres'
limit 1

-- name: quote_ident
-- Utility statements take no parameters.
select quote_ident(?)

-- name: quote_literal
-- Utility statements take no parameters.
select quote_literal(?)
