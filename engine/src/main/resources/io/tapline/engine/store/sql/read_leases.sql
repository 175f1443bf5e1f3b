-- Leases that a request names, with their attempts. By primary key.
select
--include attempt_columns
  a.subject_uid
from unnest(:uids) as asked(uid)
cross join lateral (
  select * from tapline.attempt a
  where a.tenant_id = :tenant and a.uid between asked.uid and asked.uid
  order by a.uid limit 1) a
