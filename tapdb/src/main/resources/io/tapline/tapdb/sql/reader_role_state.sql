-- reader_role_state.sql: is the tenant's reader there, and on which tables does it have its policy?
select
  exists (select from pg_roles where rolname = ?) as has_role,
  (select coalesce(array_agg(tablename::text), '{}') from pg_policies where schemaname = 'tapline' and policyname = ?)
    as tables
