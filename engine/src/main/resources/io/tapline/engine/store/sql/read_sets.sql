-- Reads over whole sets get the planner's other methods back, and give them up again (see enter_tenant.sql of tapdb).
select set_config('enable_hashjoin', ?, true), set_config('enable_mergejoin', ?, true),
  set_config('enable_bitmapscan', ?, true), set_config('enable_sort', ?, true), set_config('plan_cache_mode', ?, true)
