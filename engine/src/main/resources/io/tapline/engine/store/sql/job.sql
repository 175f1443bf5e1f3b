-- Functions (called job in the tasks API) with their workers and their demand; history and health of jobs.

-- name: jobs_active
-- The keys of all active functions, by the index registry_status.
select j.object_key
from tapline.instance_registry j
where j.tenant_id = :tenant and j.template_uid = :template and j.status = 'ACTIVE'
order by j.uid

-- name: jobs_of_room
-- Active functions of one room, newest first: a range of the index registry_key. Their schemas are omitted, because lists do not show them.
select j.uid, j.euid, ((j.json_addl -> 'properties') - 'schema')::text as properties
from tapline.instance_registry j
where j.tenant_id = :tenant and j.template_uid = :template and j.object_key >= :from_key and j.object_key < :until_key
  and j.status = 'ACTIVE'
order by j.uid desc

-- name: job_workers
-- Workers that can receive tasks, newest first. The condition on the status excludes retired workers, of which there are many.
select w.uid, w.euid, w.json_addl ->> 'properties' as properties, w.created_dt
from tapline.instance_registry w
where w.tenant_id = :tenant and w.template_uid = :template and w.status = any('{ONLINE,DRAINING,DISABLED}')
  and w.object_key >= :from_key and w.object_key < :until_key
-- The sum matches no index: for the order of the primary key the planner would read all registered objects of the tenant.
order by w.uid + 0 desc

-- name: job_heads
-- The queues of a worker that have a task; the queue whose first task is the oldest comes first. The result is a hint: the claim checks
-- visibility under the lock, so this statement omits the visibility rule. Each branch reads the first entry of one index.
select q.key
from unnest(:queues) as q(key)
cross join lateral (
  (select s.created_dt, s.uid from tapline.subject_document s
   where s.tenant_id = :tenant and s.ready_queue_key = q.key and s.visible_from <= :now::timestamptz
   order by s.priority desc, s.due_at, s.visible_from, s.uid limit 1)
  union all
  (select s.created_dt, s.uid from tapline.subject_document s
   where s.tenant_id = :tenant and s.delayed_queue_key = q.key and s.visible_from <= :now::timestamptz
   order by s.visible_from limit 1)
  union all
  -- Tasks whose lapsed lease is not settled yet.
  (select s.created_dt, s.uid from tapline.subject_lease l
   cross join lateral (
     select s.created_dt, s.uid from tapline.subject_document s
     where s.tenant_id = l.tenant_id and s.uid between l.subject_uid and l.subject_uid and s.exec_queue_key = q.key
     order by s.uid limit 1) s
   where l.tenant_id = :tenant and l.expires_at <= :now::timestamptz
   order by l.expires_at limit 1)) head
group by q.key
order by min(head.created_dt), min(head.uid)

-- name: job_demand
-- The number of workers that can execute a function, and whether the function has pending tasks. The condition on the status excludes
-- retired workers, of which there are many. A leased task does not count as pending: its worker counts, so the function is kept in either
-- case.
select (
    select count(*) from tapline.instance_registry w
    where w.tenant_id = :tenant and w.template_uid = :template and w.status = any('{ONLINE,DRAINING,DISABLED}')
      and w.json_addl #> '{properties,capabilities}' @> to_jsonb(:queue::text)) as workers,
  -- The order leaves the look-up the index of the queue.
  coalesce((select true from tapline.subject_document s
    where s.tenant_id = :tenant and s.ready_queue_key = :queue
    order by s.priority desc, s.due_at, s.visible_from, s.uid limit 1), false)
  or exists (select 1 from tapline.subject_document s where s.tenant_id = :tenant and s.delayed_queue_key = :queue)
  or exists (select 1 from tapline.subject_document s
    where s.tenant_id = :tenant and s.parked_as = any(array['H ' || :queue, 'P ' || :queue])) as pending

-- name: settled_lapse
-- The instant of the lapse that ended a job t: a job ends when its lease lapses, not when the lapse is settled.
left join lateral (
  select l.expires_at::timestamptz as lapsed_at from (
    select y.expires_at, y.released_at from tapline.attempt_whole y
    where y.tenant_id = :tenant and y.subject_uid between requested.uid and requested.uid
    order by y.subject_uid desc, y.feed_key desc, y.action_uid desc limit 1) l
  where l.released_at > l.expires_at and l.released_at::timestamptz = t.ended_at) l on true

-- name: job_history
-- The facts about a job from its evidence: its sender and key, its last start and end, its last error and the place of its result. A job
-- has a handful of actions and attempts. A start is the event job_started: a soft cancel of a running job leaves it RUNNING and starts
-- nothing, and a job that is completed without a start starts with its completion. An end is a change of state: archiving and compensation
-- of a finished job do not change the state.
-- Uids of one job increase. The order is by a sum, which matches no index: for the order of an index the planner, which avoids sorts, reads
-- the whole trail in that order once for each job (300 jobs beside 16,000 actions: 7 s, and 40 ms with the sum).
select requested.uid, p.parent_job, c.causation_event, t.enqueued_by, t.idempotency_key, t.started_at, coalesce(l.lapsed_at, t.ended_at) as ended_at, a.last_error, a.last_error_at, a.result_ref
from unnest(:uids) as requested(uid)
cross join lateral (
  select
    (array_agg(a.actor order by a.uid + 0))[1] as enqueued_by,
    (array_agg(a.idempotency_key order by a.uid + 0) filter (where a.action_key = 'enqueue_subject'))[1]
      as idempotency_key,
    max(a.created_dt) filter (where 'job_started' in (a.event_type, a.event_more)) as started_at,
    max(a.created_dt) filter (
      where a.to_state = any('{COMPLETED,FAILED_TERMINAL,CANCELED}')
        and a.from_state is distinct from a.to_state) as ended_at
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.executed_on_uid between requested.uid and requested.uid) t
--include settled_lapse
-- Attempts under leases, and records without a lease: deadlines, dependencies, and external results that were not late.
cross join lateral (
  select
    (array_agg(r.attempt ->> 'error_message' order by r.ended_at desc, r.uid desc)
      filter (where r.attempt ->> 'error_class' is not null))[1] as last_error,
    (array_agg(r.ended_at order by r.ended_at desc, r.uid desc)
      filter (where r.attempt ->> 'error_class' is not null))[1] as last_error_at,
    (array_agg(r.attempt #>> '{result_snapshot,result_ref}' order by r.ended_at desc, r.uid desc)
      filter (where r.attempt ->> 'status' = 'SUCCEEDED'))[1] as result_ref
  from (
    -- A lapsed attempt failed at the lapse, not at its settlement.
    select r.uid, r.json_addl -> 'properties' as attempt,
      least(r.finished_at, case r.status when 'EXPIRED' then y.expires_at end) as ended_at
    from tapline.attempt_record r
    join tapline.instance_lease y on y.tenant_id = r.tenant_id and y.uid between r.lease_uid and r.lease_uid
    where r.tenant_id = :tenant and r.subject_uid between requested.uid and requested.uid
    union all
    select r.uid, r.json_addl -> 'properties', r.json_addl #>> '{properties,finished_at}'
    from tapline.lineage_link k
    join tapline.instance_record r on r.tenant_id = k.tenant_id and r.uid between k.child_uid and k.child_uid
    where k.tenant_id = :tenant and k.parent_uid between requested.uid and requested.uid
      and k.relationship = 'execution_subject_record' and
--include attempt/changed_its_subject
      ) r) a
-- The parent job and the causing event, from lineage. The properties of a job can contain them too.
left join lateral (
  select s.euid as parent_job from tapline.lineage_link k
  join tapline.generic_instance s on s.storage_class = 'subject' and s.tenant_id = k.tenant_id and s.uid = k.parent_uid
  where k.tenant_id = :tenant and k.child_uid = requested.uid and k.relationship = 'job_parent'
  limit 1) p on true
left join lateral (
  select i.euid as causation_event from tapline.lineage_link k
  cross join lateral tapline.object_by_uid(:tenant, k.parent_uid) i
  where k.tenant_id = :tenant and k.child_uid = requested.uid and k.relationship = 'job_caused'
  limit 1) c on true

-- name: job_health
-- Health of the jobs of a tenant by kind, with the results of tapline.fn_job_queue_health() and the views beside it, which read all jobs
-- ever enqueued (30 s with a million waiting jobs). This statement counts waiting jobs by their index (subject_ready_order), and delayed,
-- parked and leased jobs by theirs, and reads no finished jobs except those with an open dead letter. JobHealthTest compares the two.
-- The status of a job under an unsettled lease depends on that lease. The statement is planned for its actual values.
with leased as materialized (
  select s.exec_queue_key as kind, s.uid, l.expires_at > :now::timestamptz as live, s.exec_state as state, s.visible_from,
    s.attempt_count + 1
      >= coalesce(s.max_attempts_override, (
        select (q.json_addl #>> '{properties,max_attempts_default}')::integer from tapline.instance_registry q
        where q.tenant_id = :tenant and q.template_uid = :queue_template and q.object_key = s.exec_queue_key)) as last_attempt
  from tapline.subject_lease l
  cross join lateral (
    select * from tapline.subject_document s
    where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid
    order by s.uid limit 1) s
  where l.tenant_id = :tenant),
counted(kind, backlog, in_progress, dead_letter_open, lease_active, oldest) as (
  select s.ready_queue_key, count(*), 0, 0, 0, min(s.uid) from tapline.subject_document s
  where s.tenant_id = :tenant and s.ready_queue_key is not null
    and not (s.exec_state = 'T' and s.visible_from > :now::timestamptz)
  group by s.ready_queue_key
  union all
  select s.delayed_queue_key, count(*), 0, 0, 0, min(s.uid) from tapline.subject_document s
  where s.tenant_id = :tenant and s.delayed_queue_key is not null
    and not (s.exec_state = 'T' and s.visible_from > :now::timestamptz)
  group by s.delayed_queue_key
  union all
  select s.exec_queue_key, count(*), 0, 0, 0, min(s.uid) from tapline.subject_document s
  where s.tenant_id = :tenant and s.parked_as >= 'H ' and s.parked_as < 'H!'
  group by s.exec_queue_key
  union all
  select s.exec_queue_key, count(*), 0, 0, 0, min(s.uid) from tapline.subject_document s
  where s.tenant_id = :tenant and s.parked_as >= 'P ' and s.parked_as < 'P!'
  group by s.exec_queue_key
  union all
  select kind, count(*) filter (where waits), count(*) filter (where live), count(*) filter (where not live and last_attempt),
    count(*) filter (where live), min(uid) filter (where waits)
  from (select *, not live and not coalesce(last_attempt, false)
    and not (state = 'T' and visible_from > :now::timestamptz) as waits from leased) l
  group by kind
  union all
  select s.exec_queue_key, 0, count(*), 0, 0, null from tapline.subject_document s
  where s.tenant_id = :tenant and s.parked_as >= 'W ' and s.parked_as < 'W!'
  group by s.exec_queue_key
  union all
  select s.exec_queue_key, 0, 0, count(distinct k.parent_uid), 0, null
  from tapline.instance_registry d
  cross join lateral (
    select k.parent_uid from tapline.lineage_link k
    where k.tenant_id = :tenant and k.child_uid between d.uid and d.uid and k.relationship = 'execution_subject_dead_letter'
    order by k.child_uid, k.relationship, k.parent_uid) k
  cross join lateral (
    select s.exec_queue_key, s.exec_state, s.cleaned_at from tapline.subject_document s
    where s.tenant_id = :tenant and s.uid between k.parent_uid and k.parent_uid order by s.uid limit 1) s
  where d.tenant_id = :tenant and d.template_uid = :dead_letter and d.status = 'OPEN' and s.exec_state = 'F'
    and s.cleaned_at is null
  group by s.exec_queue_key)
select k.kind, k.backlog, k.in_progress, k.dead_letter_open,
  coalesce(extract(epoch from (select tapline.clock()) - o.created_dt)::bigint, 0) as oldest_queued_age_s, k.lease_active
from (
  select kind, sum(backlog)::bigint as backlog, sum(in_progress)::bigint as in_progress,
    sum(dead_letter_open)::bigint as dead_letter_open, min(oldest) as oldest, sum(lease_active)::bigint as lease_active
  from counted
  group by kind
  -- A lapsed lease of a job that waits for its retry counts nowhere.
  having sum(backlog) + sum(in_progress) + sum(dead_letter_open) > 0) k
-- The oldest job has the smallest uid, which the index contains; the time is in its row.
left join lateral (
  select s.created_dt from tapline.subject s
  where s.tenant_id = :tenant and s.uid between k.oldest and k.oldest order by s.uid limit 1) o on true
order by k.kind
