-- One event per transition: the events of an action lead from its from-state to its to-state, each transition at a revision
-- of its own, and no revision comes without an event. Preparation creates a subject outside any queue and has none.
with entries as (
  select uid, euid, action_key, subject_uid, json_addl -> 'properties' as p from tapline.instance_action
  where tenant_id = :tenant and subject_uid is not null
  union all
  select uid, euid, action_key, subject_uid, json_addl -> 'properties' from tapline.instance_pulse
  where tenant_id = :tenant and subject_uid is not null),
events as (
  select a.uid, a.euid, e.place, e.event ->> 'type' as type, e.event ->> 'from' as from_state,
    e.event ->> 'to' as to_state, (e.event ->> 'revision')::bigint as revision,
    coalesce(lag(e.event ->> 'to') over told, a.p ->> 'from_state') as expected_from,
    coalesce(lag((e.event ->> 'revision')::bigint) over told, (a.p ->> 'revision_before')::bigint, 0) as before,
    (a.p ->> 'revision_after')::bigint as last_revision
  from entries a
  cross join lateral jsonb_array_elements(a.p -> 'events') with ordinality as e(event, place)
  window told as (partition by a.uid order by e.place))
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
