-- One by one in the order in which they are asked for, which is by uid, like everyone's: no two transactions wait for each
-- other in a ring. A loop on purpose: an ordered scan with = ANY is, before PostgreSQL 17, a walk over all of the tenant.
select locked.uid
from unnest(:uids) as asked(uid)
cross join lateral (
  select s.uid from tapline.subject s
  where s.tenant_id = :tenant and s.uid between asked.uid and asked.uid
  order by s.uid
  for no key update) locked
