-- What the starter asks the database when it starts.

-- name: login_rights
-- Where a login stands with Tapline. By the catalog, not by to_regclass, which fails without a right on the schema.
select current_user as login,
  exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'tapline' and c.relname = 'generic_instance') as installed,
  -- USAGE, not MEMBER: a member that does not inherit would be refused by every table.
  coalesce((select pg_has_role(current_user, r.oid, 'USAGE') from pg_roles r
    where r.rolname = 'tapline_serving'), false) as serves,
  (select r.rolsuper or r.rolbypassrls from pg_roles r where r.rolname = current_user) as unbound
