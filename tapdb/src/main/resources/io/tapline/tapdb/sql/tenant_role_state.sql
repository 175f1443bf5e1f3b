-- tenant_role_state.sql: a role of this name, whether we made it, and whether anybody else may hand it on. From PostgreSQL 16 on whoever
-- makes a role may; so one that was made by another login before us is told by that.
select r.oid as role, t.role is not null as ours,
  exists (
    select from pg_auth_members m join pg_roles o on o.oid = m.member
    where m.roleid = r.oid and m.admin_option and o.rolname <> current_user and not o.rolsuper) as anothers
from pg_roles r
left join tapline.tenant_role t on t.role = r.oid and t.tenant_id = ? and t.kind = ?
where r.rolname = ?
