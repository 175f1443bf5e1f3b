-- reader_role_name.sql: roles belong to the whole cluster, tenants to one database, so the name says both.
select format('tapline_reader_%s_%s', d.oid, ?::bigint) as reader_role
from pg_database d
where d.datname = current_database()
