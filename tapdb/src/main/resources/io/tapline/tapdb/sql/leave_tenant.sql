-- Takes back what enter_tenant.sql changed, in its order.
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
