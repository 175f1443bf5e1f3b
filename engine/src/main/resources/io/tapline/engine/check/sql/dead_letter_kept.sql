-- A queue that keeps dead letters has one for each failure for good. Asked only where the queue's policy is still the one
-- that the failure met.
select s.euid as object, 'FAILED_TERMINAL in ' || coalesce(q.json_addl #>> '{properties,queue_key}', '?')
  || ', which keeps dead letters, without one' as found
from tapline.instance_subject s
join lateral (
  select l.queue_uid from tapline.instance_lease l
  where l.tenant_id = :tenant and l.subject_uid = s.uid order by l.uid desc limit 1) l on true
join tapline.instance_registry q on q.tenant_id = s.tenant_id and q.uid = l.queue_uid
where s.tenant_id = :tenant and s.exec_state = 'FAILED_TERMINAL'
  and q.json_addl #>> '{properties,dead_letter}' is distinct from 'false' and q.modified_dt < s.modified_dt
  and exists (select 1 from tapline.instance_action a where a.tenant_id = :tenant and a.subject_uid = s.uid
    and a.json_addl @> '{"properties":{"events":[{"type":"job_failed"}]}}' and (a.json_addl #>> '{properties,revision_after}')::bigint = s.revision)
