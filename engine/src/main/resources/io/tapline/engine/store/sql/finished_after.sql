-- The next subjects in the order in which they were made, and which of them have ended and were not put away yet, each with the
-- queue of its newest lease: completed work is in none. A walk along the primary key on purpose: an index on when work ended
-- would put one entry more into every completion (docs/adr, retention).
select s.uid, s.euid, s.created_dt, s.modified_dt, s.exec_queue_key, s.finished, l.queue_uid,
  case when s.finished then s.revision end as revision,
  (select tapline.clock()) as now
from (
  select uid, euid, tenant_id, created_dt, modified_dt, exec_queue_key, revision,
    exec_state in ('COMPLETED', 'FAILED_TERMINAL', 'CANCELED')
      and cleaned_at is null as finished
  from tapline.instance_subject
  where tenant_id = :tenant and uid > :after
  order by uid
  limit :limit) s
left join lateral (
  select l.queue_uid from tapline.instance_lease l
  where s.finished and l.tenant_id = s.tenant_id and l.subject_uid between s.uid and s.uid
  order by l.subject_uid desc, l.uid desc limit 1) l on true
order by s.uid
