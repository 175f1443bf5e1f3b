-- Queries of the starter at its start.

-- name: login_rights
-- The rights of the current login. The query reads the catalog, because to_regclass fails without a right on the schema.
-- The serving role is found as the role other than the owner that may insert subjects, because installations name it.
select current_user as login,
  s.oid is not null as installed,
  s.serving_role,
  -- USAGE, not MEMBER: every table refuses a member that does not inherit.
  coalesce(pg_has_role(current_user, s.serving_role, 'USAGE'), false) as serves,
  (select r.rolsuper or r.rolbypassrls from pg_roles r where r.rolname = current_user) as unbound
from (select) as always
left join (
  select c.oid, (
    select r.rolname from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where a.privilege_type = 'INSERT' and a.grantee <> c.relowner limit 1) as serving_role
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'tapline' and c.relname = 'subject') s on true
