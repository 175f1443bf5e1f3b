-- Tasks of a room.

-- name: task_matches
-- A task s, optionally of one function, optionally with one of some combinations of its state and the state of its newest lease. TaskFacts
-- maps these combinations to statuses; the statement decides nothing. The order of the scalar subquery leaves it one index to choose
-- (docs/adr/0005).
(:job::text is null or (s.submission ->> 'job') = :job)
and (:every_fact or s.exec_state::text || ' ' || case
    when s.lease_uid is null then 'NONE'
    when s.lease_expires_at > :now::timestamptz then 'LIVE'
    when s.attempt_count + 1
      >= coalesce(s.max_attempts_override, (
        select (q.json_addl #>> '{properties,max_attempts_default}')::integer from tapline.instance_registry q
        where q.tenant_id = s.tenant_id and q.uid between s.lease_queue_uid and s.lease_queue_uid order by q.uid limit 1))
      then 'SPENT'
    else 'LAPSED' end = any(:facts))

-- name: tasks_of_room
-- The tasks s of a room by their search keys k. The room of a task never changes, so no key is out of date.
tapline.subject_key k
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.subject_uid and k.subject_uid
  order by s.uid limit 1) s
where k.tenant_id = :tenant and k.kind = 'o' and k.value = :room and

-- name: task_page
-- Tasks of a room, newest first: the key of subject_key, read backwards.
select s.uid
from
--include tasks_of_room
--include task_matches
order by k.value desc, k.subject_uid desc
limit :limit offset :offset

-- name: task_count
select count(*) as total
from
--include tasks_of_room
--include task_matches

-- name: task_timelines
-- The submitter of a job, the times of its last start and its last end, and the reason of its cancellation, from its actions. The
-- request of a soft cancel contains the reason. A job has a handful of actions, ordered as in job.sql#job_history and for the
-- same reason. Start and end are defined there, too.
select requested.uid, t.submitted_by, t.started_at, coalesce(l.lapsed_at, t.ended_at) as ended_at, t.cancel_reason
from unnest(:uids) as requested(uid)
cross join lateral (
  select
    (array_agg(a.actor order by a.uid + 0))[1] as submitted_by,
    max(a.created_dt) filter (where 'job_started' in (a.event_type, a.event_more)) as started_at,
    max(a.created_dt) filter (
      where a.to_state = any('{COMPLETED,FAILED_TERMINAL,CANCELED}')
        -- Archiving and compensation do not change the state.
        and a.from_state is distinct from a.to_state) as ended_at,
    (array_agg(a.reason order by a.uid + 0 desc) filter (
      where a.reason is not null and (a.to_state = 'CANCELED' or a.event_type = 'job_cancel_requested')))[1] as cancel_reason
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.executed_on_uid between requested.uid and requested.uid) t
--include job/settled_lapse

-- name: queue_positions
-- The positions of some tasks among all waiting tasks in the queue of their function. The statement reads that queue and no other, so
-- pending tasks of other queues cost nothing. It is planned for the actual values, as queue_stats.sql#queue_depth_large, so that a long
-- queue is read by its index alone.
select uid, place from (
  select s.uid, row_number() over (order by s.priority desc, s.due_at, s.visible_from, s.uid) as place
  from tapline.subject_document s
  where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now::timestamptz and
--include visibility/unleased_whole_queue
) places
where uid = any(:uids)
