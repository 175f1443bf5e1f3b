-- The checker reads whole partitions, so it asks for the planner's other methods back: a nested loop per row of everything
-- would never end.
select set_config('enable_seqscan', 'on', true),
  set_config('enable_hashjoin', 'on', true),
  set_config('enable_mergejoin', 'on', true),
  set_config('enable_bitmapscan', 'on', true),
  set_config('enable_sort', 'on', true)
