-- reader_role_policies.sql: on which tables does the tenant's reader have its policy?
select tablename::text from pg_policies where schemaname = 'tapline' and policyname = ?
