-- How the jobs of a tenant stand, kind by kind: what tapline.fn_job_queue_health() and the views beside it say, which read all work
-- there ever was (30 s at a million waiting). Here what waits is counted by its index (subject_ready_order), what is delayed, parked or under a lease by theirs, and
-- what has ended is not looked at. JobHealthTest keeps the two together.
-- What a subject under a lease that was not settled counts as depends on that lease. Planned for the values at hand.
with leased as materialized (
  select s.exec_queue_key as kind, s.created_dt, l.expires_at > :now as live, s.exec_state as state, s.visible_from,
    s.attempt_count + 1
      >= coalesce(s.max_attempts_override, (
        select (q.json_addl #>> '{properties,max_attempts_default}')::integer from tapline.instance_registry q
        where q.tenant_id = :tenant and q.template_uid = :queue_template and q.object_key = s.exec_queue_key)) as last_attempt
  from tapline.live_lease l
  cross join lateral (
    select * from tapline.instance_subject s
    where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid
    order by s.uid limit 1) s
  where l.tenant_id = :tenant),
counted(kind, backlog, in_progress, dead_letter_open, lease_active, oldest) as (
  select s.ready_queue_key, count(*), 0, 0, 0, min(s.created_dt) from tapline.instance_subject s
  where s.tenant_id = :tenant and s.ready_queue_key is not null
    and not (s.exec_state = 'FAILED_RETRYABLE' and s.visible_from > :now)
  group by s.ready_queue_key
  union all
  select s.delayed_queue_key, count(*), 0, 0, 0, min(s.created_dt) from tapline.instance_subject s
  where s.tenant_id = :tenant and s.delayed_queue_key is not null
    and not (s.exec_state = 'FAILED_RETRYABLE' and s.visible_from > :now)
  group by s.delayed_queue_key
  union all
  select s.exec_queue_key, count(*), 0, 0, 0, min(s.created_dt) from tapline.instance_subject s
  where s.tenant_id = :tenant and s.parked_as >= 'HELD ' and s.parked_as < 'HELD!'
  group by s.exec_queue_key
  union all
  select s.exec_queue_key, count(*), 0, 0, 0, min(s.created_dt) from tapline.instance_subject s
  where s.tenant_id = :tenant and s.parked_as >= 'PENDING ' and s.parked_as < 'PENDING!'
  group by s.exec_queue_key
  union all
  select kind, count(*) filter (where waits), count(*) filter (where live), count(*) filter (where not live and last_attempt),
    count(*) filter (where live), min(created_dt) filter (where waits)
  from (select *, not live and not coalesce(last_attempt, false)
    and not (state = 'FAILED_RETRYABLE' and visible_from > :now) as waits from leased) l
  group by kind
  union all
  select s.exec_queue_key, 0, count(*), 0, 0, null from tapline.instance_subject s
  where s.tenant_id = :tenant and s.parked_as >= 'WAITING_EXTERNAL ' and s.parked_as < 'WAITING_EXTERNAL!'
  group by s.exec_queue_key
  union all
  select s.exec_queue_key, 0, 0, count(distinct k.parent_uid), 0, null
  from tapline.instance_registry d
  cross join lateral (
    select k.parent_uid from tapline.lineage_link k
    where k.tenant_id = :tenant and k.child_uid between d.uid and d.uid and k.relationship = 'execution_subject_dead_letter'
    order by k.child_uid, k.relationship, k.parent_uid) k
  cross join lateral (
    select s.exec_queue_key, s.exec_state, s.cleaned_at from tapline.instance_subject s
    where s.tenant_id = :tenant and s.uid between k.parent_uid and k.parent_uid order by s.uid limit 1) s
  where d.tenant_id = :tenant and d.template_uid = :dead_letter and d.status = 'OPEN' and s.exec_state = 'FAILED_TERMINAL'
    and s.cleaned_at is null
  group by s.exec_queue_key)
select kind, sum(backlog)::bigint as backlog, sum(in_progress)::bigint as in_progress,
  sum(dead_letter_open)::bigint as dead_letter_open,
  coalesce(extract(epoch from (select tapline.clock()) - min(oldest))::bigint, 0) as oldest_queued_age_s,
  sum(lease_active)::bigint as lease_active
from counted
group by kind
-- A lapsed lease of work that waits for its retry counts as nothing.
having sum(backlog) + sum(in_progress) + sum(dead_letter_open) > 0
order by kind
