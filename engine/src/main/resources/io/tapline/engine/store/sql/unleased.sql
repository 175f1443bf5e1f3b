-- No lease stands on s. An aggregate in a scalar subquery on purpose: as NOT EXISTS it becomes an anti-join, which the
-- planner may turn into a scan of every live lease; and without a condition on the status it cannot pick the partial index.
s.exec_state = any(:states)
and not coalesce((
  select bool_or(l.status = 'ACTIVE') from tapline.instance_lease l
  where l.tenant_id = s.tenant_id and l.subject_uid = s.uid), false)
and
--include visible
