-- Checks of `tapline doctor`.

-- name: doctor
-- The state of the database and the rights of the serving role, as far as this role can read them.
select
  current_setting('server_version') as version,
  current_setting('server_version_num')::int / 10000 as major,
  tapline.time_text(tapline.clock()) as now,
  abs(extract(epoch from tapline.clock() - clock_timestamp())) > 1 as clock_moved,
  r.rolname as role,
  r.rolsuper or r.rolbypassrls as above_policies,
  -- Tables that the serving role can delete from: none, because evidence is permanent.
  array(
    select c.relname::text from pg_class c
    where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p', 'v')
      and (has_table_privilege(c.oid, 'DELETE') or has_table_privilege(c.oid, 'TRUNCATE'))
    order by 1) as deletable,
  -- A query of a partition skips the policy of its parent, so each partition has its own.
  array(
    select c.relname::text from pg_class c
    where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
      and not (c.relrowsecurity and c.relforcerowsecurity)
    order by 1) as unguarded,
  -- An interrupted build leaves an invalid index, which no query reads.
  array(
    select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'tapline'::regnamespace and not i.indisvalid
    order by 1) as broken_indexes,
  -- Tables without statistics, for which the planner estimates. Small tables need none.
  array(
    select s.relname::text from pg_stat_user_tables s
    where s.schemaname = 'tapline' and s.n_live_tup > 10000 and s.last_analyze is null and s.last_autoanalyze is null
    order by 1) as unanalyzed
from pg_roles r
where r.rolname = current_user
