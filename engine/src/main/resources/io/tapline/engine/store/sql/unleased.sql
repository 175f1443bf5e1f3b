-- No lease stands on s: the newest is the only one that can. A scalar subquery on purpose: as NOT EXISTS it becomes an
-- anti-join, which the planner may turn into a scan of every live lease. BETWEEN and the order leave it one index to
-- choose: while the table is empty all of them cost the same, and a plan kept from then walked every lease of the tenant,
-- for each candidate (ClaimPlanTest).
s.exec_state = any(:states)
and not coalesce((
  select l.status = 'ACTIVE' from tapline.instance_lease l
  where l.tenant_id = s.tenant_id and l.subject_uid between s.uid and s.uid
  order by l.subject_uid desc, l.uid desc limit 1), false)
and
--include visible
