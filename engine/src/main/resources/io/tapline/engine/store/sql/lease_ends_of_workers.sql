-- When the leases end that these workers hold and nobody has ended, to be counted against their limits. A loop by key, as in
-- lock_subjects.sql, so that every planner takes the index on a worker's live leases.
select l.worker_uid, l.expires_at
from unnest(:uids) as asked(uid)
cross join lateral (
  select l.worker_uid, l.expires_at from tapline.live_lease l
  where l.tenant_id = :tenant and l.worker_uid between asked.uid and asked.uid
  order by l.worker_uid, l.uid) l
