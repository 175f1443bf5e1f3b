-- The first enqueue of each subject, where it belonged to a trace. The order leaves the look-up one index to choose.
select s.euid as subject_euid, a.euid as action_euid, a.trace_id
from unnest(:uids) as asked(uid)
cross join lateral (
  select s.euid from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between asked.uid and asked.uid
  order by s.uid limit 1) s
cross join lateral (
  select a.euid, a.trace_id
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.executed_on_uid between asked.uid and asked.uid
    and a.action_key = 'enqueue_subject'
  order by a.executed_on_uid, a.feed_key, a.uid limit 1) a
where a.trace_id is not null
