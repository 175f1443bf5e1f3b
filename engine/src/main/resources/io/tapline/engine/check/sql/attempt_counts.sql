-- A subject has spent as many attempts as have ended in an attempt-spending way since its count was last set back (a
-- requeue, or a next queue). An outside failure spends one too, under a record of its own. Not asked where the evidence is past
-- its term.
select s.euid as object, 'attempt_count ' || coalesce(s.attempt_count::text, 'unset')
  || ', but ' || coalesce(a.spent, 0) || ' attempts were spent' as found
from tapline.instance_subject s
left join (
  select ended.subject_uid, count(*) as spent
  from (
    select l.subject_uid, l.uid from tapline.instance_lease l
    join tapline.attempt_record r on r.tenant_id = l.tenant_id and r.lease_uid = l.uid
    where l.tenant_id = :tenant and exists (
      select 1 from unnest(:spending_leases, :spending_records) as e(lease, record)
      where e.lease = l.status and e.record = r.status)
    union all
    select k.parent_uid, r.uid from tapline.lineage_link k
    join tapline.instance_record r on r.tenant_id = k.tenant_id and r.uid = k.child_uid
    where k.tenant_id = :tenant and k.relationship = 'execution_subject_record'
      and r.status in ('FAILED_RETRYABLE', 'FAILED_TERMINAL')) ended
  left join (
    select subject_uid, max(uid) as uid from tapline.instance_action
    where tenant_id = :tenant and subject_uid is not null
      and (json_addl @> '{"properties":{"events":[{"type":"job_requeued"}]}}'
        or json_addl @> '{"properties":{"events":[{"type":"job_routed"}]}}')
    group by subject_uid) reset on reset.subject_uid = ended.subject_uid
  where ended.uid > coalesce(reset.uid, 0)
  group by ended.subject_uid) a on a.subject_uid = s.uid
where s.tenant_id = :tenant and s.retired is distinct from 'true'
  and s.attempt_count is distinct from coalesce(a.spent, 0)::integer
