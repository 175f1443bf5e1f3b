-- A transaction of one tenant: its settings and identifiers.

-- name: enter_tenant
-- Begins a transaction of one tenant. All settings are local to the transaction: a pooled connection must not carry the key of a tenant, or
-- the planner settings of a statement, to the next one.
-- The planner is restricted to index look-ups. Statements are prepared once per connection, perhaps while the tables are still empty, and a
-- plan made then (a sequential scan, a hash of all live leases, a sort of the backlog) would be kept. Reads over whole sets enable the
-- other methods (tenant.sql#read_sets of the engine). Statements that leave the planner no choice need not be planned for each set of
-- values (plan_cache_mode).
-- The OID of a core table shows whether the schema was restored under the open connection (ClusterCheck), and the level whether the
-- session or the caller chose another one (TapDb).
select
--include tenant_settings
  'tapline.fact_row'::regclass::oid::bigint as core_table,
  current_setting('transaction_isolation') as isolation

-- name: enter_tenant_at_once
-- enter_tenant for a transaction that begins and ends in one round trip, so that Java cannot compare the core table's OID before the
-- commit: another OID or isolation level is an error here (TapDb.atOnce).
-- A row is read at its place (ctid) if that is given. While a table is small, the planner would prefer the index of the tenant and keep
-- that plan, so index scans are disabled too. The high cost of a sequential scan makes all other look-ups use an index nevertheless.
select set_config('enable_indexscan', 'off', true), set_config('seq_page_cost', '1e9', true),
--include tenant_settings
  1 / ('tapline.fact_row'::regclass::oid::bigint = ? and current_setting('transaction_isolation') = 'read committed')::integer as entered

-- name: tenant_settings
-- A piece of enter_tenant and enter_tenant_at_once.
  set_config('tapline.tenant_id', ?, true),
  set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true),
  set_config('enable_bitmapscan', 'off', true),
  set_config('enable_material', 'off', true),
  set_config('enable_memoize', 'off', true),
  set_config('enable_sort', 'off', true),
  set_config('jit', 'off', true),
  set_config('plan_cache_mode', ?, true),

-- name: settings
-- The settings that enter_tenant changes, in its order.
select coalesce(current_setting('tapline.tenant_id', true), ''),
  current_setting('enable_seqscan'),
  current_setting('enable_hashjoin'),
  current_setting('enable_mergejoin'),
  current_setting('enable_bitmapscan'),
  current_setting('enable_material'),
  current_setting('enable_memoize'),
  current_setting('enable_sort'),
  current_setting('jit'),
  current_setting('plan_cache_mode')

-- name: leave_tenant
-- Restores the settings that enter_tenant changed, in its order.
select set_config('tapline.tenant_id', ?, true),
  set_config('enable_seqscan', ?, true),
  set_config('enable_hashjoin', ?, true),
  set_config('enable_mergejoin', ?, true),
  set_config('enable_bitmapscan', ?, true),
  set_config('enable_material', ?, true),
  set_config('enable_memoize', ?, true),
  set_config('enable_sort', ?, true),
  set_config('jit', ?, true),
  set_config('plan_cache_mode', ?, true)

-- name: uid_draw
-- The next identifier of a tenant's objects.
select nextval(tapline.uid_sequence(?))

-- name: hold_lock
-- A lock between servers until the transaction ends (ServerLock). One statement makes the row and locks it.
insert into tapline.server_lock (name) values (?) on conflict (name) do update set name = excluded.name

-- name: durability
-- synchronous_commit 'local' and above wait for this server's disk; only 'off' does not.
select name, setting from pg_settings
where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
order by name
