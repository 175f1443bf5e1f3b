-- A transaction of one tenant: its settings, its identifiers.

-- name: enter_tenant
-- Begins a transaction of one tenant. Everything here is local to the transaction: a pooled connection must not carry one
-- tenant's key, or one statement's planning, to the next.
-- The planner is kept to index look-ups. Statements are prepared once per connection, perhaps while the tables are still
-- empty, and a plan made then (a sequential scan, a hash of all live leases, a sort of the backlog) would stay. Reads over
-- whole sets ask for the other methods back (tenant.sql#read_sets of the engine). What leaves the planner no choice need not be
-- planned anew for each set of values either.
-- The OID of a core table shows whether the schema was restored under the open connection (ClusterCheck).
select
--include tenant_settings
  'tapline.fact_row'::regclass::oid::bigint as core_table

-- name: enter_tenant_at_once
-- The same where the transaction ends with the trip that begins it, so that nobody could compare the core table's OID before the commit:
-- another OID is an error here (TapDb.atOnce).
-- A row whose place (ctid) is given is read there. While a table is small the planner would rather walk the index of the tenant, and that plan
-- would stay; so it counts index scans as disabled too. A scan of the table then costs so much that an index is used all the same.
select set_config('enable_indexscan', 'off', true), set_config('seq_page_cost', '1e9', true),
--include tenant_settings
  1 / ('tapline.fact_row'::regclass::oid::bigint = ?)::integer as core_table

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
-- What enter_tenant is about to change, in its order.
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
-- Takes back what enter_tenant changed, in its order.
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
