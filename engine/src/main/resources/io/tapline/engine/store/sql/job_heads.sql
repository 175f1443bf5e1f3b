-- Which of a worker's queues to ask, the one with the oldest task first. A hint: the claim itself looks again, under the
-- lock, so the rule for what is visible need not stand here. Each arm walks one index and stops at its first.
select q.key
from unnest(:queues) as q(key)
cross join lateral (
  (select s.created_dt, s.uid from tapline.instance_subject s
   where s.tenant_id = :tenant and s.ready_queue_key = q.key and s.visible_from <= :now
   order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid limit 1)
  union all
  (select s.created_dt, s.uid from tapline.instance_subject s
   where s.tenant_id = :tenant and s.delayed_queue_key = q.key and s.visible_from <= :now
   order by s.visible_from limit 1)
  union all
  -- Under a lease that has lapsed and that nobody has settled.
  (select s.created_dt, s.uid from tapline.live_lease l
   cross join lateral (
     select s.created_dt, s.uid from tapline.instance_subject s
     where s.tenant_id = l.tenant_id and s.uid between l.subject_uid and l.subject_uid and s.exec_queue_key = q.key
     order by s.uid limit 1) s
   where l.tenant_id = :tenant and l.expires_at <= :now
   order by l.expires_at limit 1)) head
group by q.key
order by min(head.created_dt), min(head.uid)
