-- What `tapline doctor` asks the database.

-- name: doctor
-- What the serving role can tell of the database and of its own rights.
select
  current_setting('server_version') as version,
  current_setting('server_version_num')::int / 10000 as major,
  tapline.time_text(tapline.clock()) as now,
  abs(extract(epoch from tapline.clock() - clock_timestamp())) > 1 as clock_moved,
  r.rolname as role,
  r.rolsuper or r.rolbypassrls as above_policies,
  -- Evidence stays because the serving role cannot delete it.
  array(
    select c.relname::text from pg_class c
    where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p', 'v')
      and (has_table_privilege(c.oid, 'DELETE') or has_table_privilege(c.oid, 'TRUNCATE'))
    order by 1) as deletable,
  -- A partition asked directly skips its parent's policy, so each has its own.
  array(
    select c.relname::text from pg_class c
    where c.relnamespace = 'tapline'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
      and not (c.relrowsecurity and c.relforcerowsecurity)
    order by 1) as unguarded,
  -- Left behind by a build of an index that was cut off; nothing reads them.
  array(
    select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'tapline'::regnamespace and not i.indisvalid
    order by 1) as broken_indexes,
  -- Where the planner guesses. Small tables need no statistics.
  array(
    select s.relname::text from pg_stat_user_tables s
    where s.schemaname = 'tapline' and s.n_live_tup > 10000 and s.last_analyze is null and s.last_autoanalyze is null
    order by 1) as unanalyzed
from pg_roles r
where r.rolname = current_user
