-- Like lock_subjects.sql, but what somebody else has locked is left out: several requests share the transaction, and none of them
-- waits for a subject that is another's.
select locked.uid
from unnest(:uids) as asked(uid)
cross join lateral (
  select s.uid from tapline.subject s
  where s.tenant_id = :tenant and s.uid between asked.uid and asked.uid
  order by s.uid
  for no key update skip locked) locked
