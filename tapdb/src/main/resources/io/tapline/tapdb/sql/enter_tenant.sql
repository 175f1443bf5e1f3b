-- Begins a transaction of one tenant. Everything here is local to the transaction: a pooled connection must not carry one
-- tenant's key, or one statement's planning, to the next.
-- The planner is kept to index look-ups. Statements are prepared once per connection, perhaps while the tables are still
-- empty, and a plan made then (a sequential scan, a hash of all live leases, a sort of the backlog) would stay. Reads over
-- whole sets ask for the other methods back (sql/read_sets.sql of the engine). What leaves the planner no choice need not be
-- planned anew for each set of values either.
select set_config('tapline.tenant_id', ?, true),
  set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true),
  set_config('enable_bitmapscan', 'off', true),
  set_config('enable_material', 'off', true),
  set_config('enable_memoize', 'off', true),
  set_config('enable_sort', 'off', true),
  set_config('jit', 'off', true),
  set_config('plan_cache_mode', ?, true)
