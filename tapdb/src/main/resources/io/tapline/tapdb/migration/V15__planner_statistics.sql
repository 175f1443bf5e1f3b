-- Statistics for tables that are still empty. A server prepares its statements before the first job exists. Without statistics the
-- planner assumes 200 tenants and one row for each of them, so a walk over all rows of the tenant and a look-up by key cost the same, and
-- PostgreSQL 18 takes an index whose leading columns have no condition (a skip scan). Such a plan stays until the next ANALYZE.
-- Rows of one tenant are analyzed and removed at once: TRUNCATE keeps the statistics of the columns. They state what holds in every
-- installation (few tenants have all rows, keys are unique, an object has few links, there are few workers and queues), and only for
-- the columns of indexes that hold identifiers: for all others the planner keeps its defaults. The first ANALYZE of real rows replaces
-- them. StatementPlanTest explains every statement of the product on the empty tables.
do
$$
declare
  t record;
begin
  perform set_config('tapline.tenant_id', '1', true);
  for t in
    select c.oid::regclass as name, string_agg(a.attname, ', ') as columns,
      string_agg(case
        when a.attname = 'tenant_id' then '1'
        when a.attname = 'storage_class' then quote_literal(replace(c.relname, 'instance_', ''))
        when a.attname = 'relationship' then 'i % 20'
        when a.attname in ('template_uid', 'worker_uid', 'queue_uid', 'actor_uid') then 'i % 20'
        when a.attname in ('parent_uid', 'executed_on_uid', 'target_uid', 'feed_key') then 'i / 3'
        when a.atttypid = 'timestamptz'::regtype then 'now()'
        when a.atttypid = 'jsonb'::regtype then quote_literal('{}')
        when a.atttypid = 'boolean'::regtype then 'false'
        when a.attname = 'kind' then quote_literal('n')
        when a.attname = 'exec_state' then quote_literal('READY')
        when a.attname = 'state' then quote_literal('C')
        when a.attname = 'child_uid' then 'i + 1000'
        else 'i' end, ', ') as generated,
      string_agg(a.attname, ', ') filter (where k.identifies or a.attname = 'relationship') as keys
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    cross join lateral (
      select a.atttypid = 'bigint'::regtype and exists (
        select from pg_index x where x.indrelid = c.oid and a.attnum = any(x.indkey::smallint[])) as identifies) k
    where c.relnamespace = 'tapline'::regnamespace
      and c.relname in ('subject', 'subject_key', 'tombstone', 'attempt', 'fact', 'lineage_link', 'instance_record', 'instance_pulse', 'instance_registry')
      -- A lease is whole, so its columns that no index has get values as well (lease_is_whole).
      and (k.identifies or a.attnotnull and not a.atthasdef or a.attname in ('lease_queue_uid', 'lease_expires_at'))
    group by c.oid
  loop
    execute format('insert into %s (%s) select %s from generate_series(1, 500) i', t.name, t.columns, t.generated);
    execute format('analyze %s (%s)', t.name, t.keys);
    execute format('truncate %s', t.name);
  end loop;
end
$$;
