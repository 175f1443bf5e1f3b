-- producer_role_name.sql: as with readers, the name says database and tenant.
select format('tapline_producer_%s_%s', d.oid, ?::bigint) as producer_role
from pg_database d
where d.datname = current_database()
