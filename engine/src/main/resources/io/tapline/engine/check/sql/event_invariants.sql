-- Invariants of actions, their events and the feed. Each statement returns the violations.

-- name: action_chain
-- The actions of a job form an unbroken chain: each begins with the state and revision that the previous one left. They are
-- ordered by uid, which is allocated under the lock of the job.
select a.euid as object, coalesce(a.action_key, '?') || ' begins at ' || coalesce(a.from_state, 'nothing') || ' '
  || coalesce(a.revision_before::text, '-') || ', the action before it ended at ' || coalesce(a.previous_state, 'nothing')
  || ' ' || coalesce(a.previous_revision::text, '-') as found
from (
  select uid, euid, action_key,
    json_addl #>> '{properties,from_state}' as from_state,
    (json_addl #>> '{properties,revision_before}')::bigint as revision_before,
    (json_addl #>> '{properties,revision_after}')::bigint as revision_after,
    lag(json_addl #>> '{properties,to_state}') over story as previous_state,
    lag((json_addl #>> '{properties,revision_after}')::bigint) over story as previous_revision
  from tapline.instance_action
  where tenant_id = :tenant and subject_uid is not null
  window story as (partition by subject_uid order by uid)) a
where a.from_state is distinct from a.previous_state or a.revision_before is distinct from a.previous_revision
  or a.revision_after is null
  or a.revision_after < coalesce(a.revision_before, 1)

-- name: event_chain
-- Each transition has one event: the events of an action lead from its from-state to its to-state, each transition with a new
-- revision, and each revision has an event. Preparation creates a job outside any queue and has no event.
with entries as (
  select uid, euid, action_key, subject_uid, json_addl -> 'properties' as p from tapline.instance_action
  where tenant_id = :tenant and subject_uid is not null
  union all
  select uid, euid, action_key, subject_uid, json_addl -> 'properties' from tapline.instance_pulse
  where tenant_id = :tenant and subject_uid is not null),
events as (
  select a.uid, a.euid, e.place, e.event ->> 'type' as type, e.event ->> 'from' as from_state,
    e.event ->> 'to' as to_state, (e.event ->> 'revision')::bigint as revision,
    coalesce(lag(e.event ->> 'to') over by_action, a.p ->> 'from_state') as expected_from,
    coalesce(lag((e.event ->> 'revision')::bigint) over by_action, (a.p ->> 'revision_before')::bigint, 0) as before,
    (a.p ->> 'revision_after')::bigint as last_revision
  from entries a
  cross join lateral jsonb_array_elements(a.p -> 'events') with ordinality as e(event, place)
  window by_action as (partition by a.uid order by e.place))
select a.euid as object, a.action_key || ' from ' || coalesce(a.p ->> 'from_state', 'nothing') || ' to '
  || coalesce(a.p ->> 'to_state', 'nothing') || ', its events end at ' || coalesce(l.to_state, 'nothing') as found
from entries a
left join (select distinct on (uid) uid, to_state from events order by uid, place desc) l on l.uid = a.uid
where coalesce(a.p ->> 'verb', a.action_key) <> 'prepare_subject'
  and (a.p ->> 'to_state') is distinct from coalesce(l.to_state, a.p ->> 'from_state')
union all
select a.euid, a.action_key || ' raises the revision to ' || (a.p ->> 'revision_after') || ', its events end at revision '
  || coalesce(l.revision::text, 'none')
from entries a
left join (select uid, max(revision) as revision from events group by uid) l on l.uid = a.uid
where coalesce(a.p ->> 'verb', a.action_key) <> 'prepare_subject'
  and (a.p ->> 'revision_after')::bigint > coalesce((a.p ->> 'revision_before')::bigint, 0)
  and l.revision is distinct from (a.p ->> 'revision_after')::bigint
union all
select e.euid, e.type || ' from ' || coalesce(e.from_state, 'nothing') || ' at revision ' || coalesce(e.revision::text, '-')
  || ' after ' || coalesce(e.expected_from, 'nothing') || ' at ' || e.before
from events e
where e.from_state is distinct from e.expected_from
  or e.from_state is distinct from e.to_state and e.revision is distinct from e.before + 1
  or e.revision > e.last_revision

-- name: event_transition
-- The log contains only transitions of the table in code. The start may be part of the claim or the completion that caused it. A
-- pack action names the engine's action that moved its job. A change of properties is no transition, so it is not in the table.
select a.euid as object, a.action_key || ', ' || (e.event ->> 'type') || ' from ' || coalesce(e.event ->> 'from', 'nothing')
  || ' to ' || coalesce(e.event ->> 'to', 'nothing') || ' is not in the table' as found
from (
  select euid, action_key, json_addl from tapline.instance_action
  where tenant_id = :tenant and subject_uid is not null
  union all
  select euid, action_key, json_addl from tapline.instance_pulse
  where tenant_id = :tenant and subject_uid is not null) a
cross join lateral jsonb_array_elements(a.json_addl #> '{properties,events}') as e(event)
where not (e.event ->> 'type' = 'job_updated' and e.event ->> 'from' is not distinct from e.event ->> 'to')
  and not exists (
  select 1 from unnest(:transition_actions, :transition_froms, :transition_tos) as t(action, from_state, to_state)
  where (t.action = coalesce(a.json_addl #>> '{properties,verb}', a.action_key) or t.action = 'start_queue_execution' and e.event ->> 'type' = 'job_started')
    and t.from_state is not distinct from e.event ->> 'from' and t.to_state = e.event ->> 'to')

-- name: feed_order
-- A consumer of the feed receives the entries of each job in revision order. uids are allocated under the lock of the job, so
-- they have the order of the actions. Progress is no event and is not in the feed.
select a.euid as object, 'feed key ' || a.feed_key || ' after ' || a.previous || ', so the feed shows it too early' as found
from (
  select e.euid, e.action_key, e.feed_key, max(e.feed_key) over (partition by e.executed_on_uid order by e.uid
    rows between unbounded preceding and 1 preceding) as previous
  from tapline.generic_instance e
  join tapline.subject_document s on s.tenant_id = e.tenant_id and s.uid = e.executed_on_uid
  where e.tenant_id = :tenant and e.storage_class in ('action', 'pulse')) a
where a.feed_key is null and a.action_key <> 'report_progress' or a.feed_key < a.previous

-- name: feed_kept
-- The job stores its newest position in the log: the position of the next action is not below it.
select s.euid as object, 'feed key ' || coalesce(s.feed_key::text, 'unset') || ', but its newest action has '
  || a.newest as found
from (
  select executed_on_uid, max(feed_key) as newest from tapline.generic_instance
  where tenant_id = :tenant and storage_class in ('action', 'pulse') group by executed_on_uid) a
join tapline.subject_document s on s.tenant_id = :tenant and s.uid = a.executed_on_uid
where coalesce(s.feed_key, 0) < a.newest
