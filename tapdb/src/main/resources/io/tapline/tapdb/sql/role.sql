-- Database roles of a tenant: readers and producers.

-- name: tenant_role_state
-- A role of this name, whether we made it, and whether anybody else may hand it on. From PostgreSQL 16 on the login that
-- makes a role may; so one that was made by another login before us is told by that.
select r.oid as role, t.role is not null as ours,
  exists (
    select from pg_auth_members m join pg_roles o on o.oid = m.member
    where m.roleid = r.oid and m.admin_option and o.rolname <> current_user and not o.rolsuper) as anothers
from pg_roles r
left join tapline.tenant_role t on t.role = r.oid and t.tenant_id = ? and t.kind = ?
where r.rolname = ?

-- name: tenant_role_note
-- The tenant's role is the one of this name, as it is now.
insert into tapline.tenant_role (role, tenant_id, kind)
select oid, ?, ? from pg_roles where rolname = ?
on conflict (tenant_id, kind) do update set role = excluded.role

-- name: reader_role_name
-- Roles belong to the whole cluster, tenants to one database, so the name says both.
select format('tapline_reader_%s_%s', d.oid, ?::bigint) as reader_role
from pg_database d
where d.datname = current_database()

-- name: reader_role_policies
-- On which tables does the tenant's reader have its policy?
select tablename::text from pg_policies where schemaname = 'tapline' and policyname = ?

-- name: producer_role_name
-- As with readers, the name says database and tenant.
select format('tapline_producer_%s_%s', d.oid, ?::bigint) as producer_role
from pg_database d
where d.datname = current_database()

-- name: existing_roles
-- Which of the installation's two roles the cluster has.
select rolname from pg_roles where rolname in (?, ?)

-- name: wrong_attributes
-- Which of the two roles is above policies, cannot log in, or may make roles although it is not the owner, or the reverse.
select rolname
from pg_roles
where rolname in (?, ?)
  and (rolsuper or rolbypassrls or not rolcanlogin or rolcreaterole <> (rolname = ?))

-- name: schema_owner
-- The role that the schema was made with.
select r.rolname from pg_namespace n join pg_roles r on r.oid = n.nspowner where n.nspname = 'tapline'

-- name: foreign_tables
-- Whether the database is somebody else's: it has tables, or it is the one that every login connects to by default.
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
