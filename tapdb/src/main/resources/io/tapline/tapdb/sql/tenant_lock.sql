-- tenant_lock.sql: one tenant is made at a time; policies are DDL on tables that all tenants share.
select pg_advisory_xact_lock(hashtextextended('tapline.tenants', 0))
