-- What enter_tenant.sql is about to change, in its order.
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
