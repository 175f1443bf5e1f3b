-- The checker reads whole partitions, so it asks for the planner's other methods back. Nested loops are put last: chosen on
-- statistics from when the tables were small, one of them would never end.
select set_config('enable_seqscan', 'on', true),
  set_config('enable_hashjoin', 'on', true),
  set_config('enable_mergejoin', 'on', true),
  set_config('enable_bitmapscan', 'on', true),
  set_config('enable_material', 'on', true),
  set_config('enable_sort', 'on', true),
  set_config('enable_nestloop', 'off', true)
