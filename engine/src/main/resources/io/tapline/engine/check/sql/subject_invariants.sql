-- Invariants of jobs, their holds and their dead letters. Each statement returns the violations.

-- name: terminal_flag
-- Visibility reads the flag and people read the state, so the two must agree.
select s.euid as object, tapline.state_word(s.exec_state) || ', terminal ' || coalesce(s.terminal::text, 'unset')
  as found
from tapline.subject_document s
where s.tenant_id = :tenant
  and (s.exec_state in ('F', 'X', 'C'))
    is distinct from coalesce(s.terminal, false)

-- name: hold_state
-- A hold is stored three times: in the state, in hold_state and in the linked holds. Visibility reads the first two.
select s.euid as object, tapline.state_word(s.exec_state) || ', hold_state '
  || coalesce(s.hold_state, 'unset') || ', ' || coalesce(h.active, 0)
  || ' ACTIVE holds' as found
from tapline.subject_document s
left join (
  select k.parent_uid, count(*) as active from tapline.lineage_link k
  join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
  where k.tenant_id = :tenant and k.relationship = 'execution_subject_hold' and h.status = 'ACTIVE'
  group by k.parent_uid) h on h.parent_uid = s.uid
where s.tenant_id = :tenant
  and not (
    (s.exec_state = 'H') = (coalesce(s.hold_state, '') = 'ACTIVE')
    and (s.exec_state = 'H') = (coalesce(h.active, 0) > 0))

-- name: open_dead_letter
-- An open dead letter needs the decision of an operator about a failed job. A job that continues has none, and one failure has one dead
-- letter.
select s.euid as object, tapline.state_word(s.exec_state) || ' with ' || count(*) || ' OPEN dead letters' as found
from tapline.lineage_link k
join tapline.instance_registry d on d.tenant_id = k.tenant_id and d.uid = k.child_uid and d.status = 'OPEN'
join tapline.subject_document s on s.tenant_id = k.tenant_id and s.uid = k.parent_uid
where k.tenant_id = :tenant and k.relationship = 'execution_subject_dead_letter'
group by s.uid, s.euid, s.exec_state
having s.exec_state <> 'F' or count(*) > 1

-- name: dead_letters
-- Each dead-lettering of a job creates exactly one dead letter.
select s.euid as object, coalesce(e.n, 0) || ' job_dead_lettered events, ' || coalesce(d.n, 0) || ' dead letters' as found
from tapline.subject_document s
left join (
  select a.subject_uid, count(*) as n from tapline.instance_action a
  where a.tenant_id = :tenant and a.json_addl @> '{"properties":{"events":[{"type":"job_dead_lettered"}]}}'
  group by a.subject_uid) e on e.subject_uid = s.uid
left join (
  select k.parent_uid, count(*) as n from tapline.lineage_link k
  where k.tenant_id = :tenant and k.relationship = 'execution_subject_dead_letter'
  group by k.parent_uid) d on d.parent_uid = s.uid
where s.tenant_id = :tenant and coalesce(e.n, 0) <> coalesce(d.n, 0)

-- name: dead_letter_kept
-- A queue that keeps dead letters has one for each terminal failure. The statement checks only failures under the current policy
-- of the queue.
select s.euid as object, 'FAILED_TERMINAL in ' || coalesce(q.json_addl #>> '{properties,queue_key}', '?')
  || ', which keeps dead letters, without one' as found
from tapline.subject_document s
join lateral (
  select l.queue_uid from tapline.instance_lease l
  where l.tenant_id = :tenant and l.subject_uid = s.uid order by l.uid desc limit 1) l on true
join tapline.instance_registry q on q.tenant_id = s.tenant_id and q.uid = l.queue_uid
where s.tenant_id = :tenant and s.exec_state = 'F'
  and q.json_addl #>> '{properties,dead_letter}' is distinct from 'false' and q.modified_dt < s.modified_dt
  and exists (select 1 from tapline.instance_action a where a.tenant_id = :tenant and a.subject_uid = s.uid
    and a.json_addl @> '{"properties":{"events":[{"type":"job_failed"}]}}' and (a.json_addl #>> '{properties,revision_after}')::bigint = s.revision)

-- name: revision
-- Every change of the envelope is an action: state and revision of the job equal those of its newest action.
select s.euid as object, tapline.state_word(s.exec_state) || ' at revision ' || coalesce(s.revision::text, 'unset')
  || '; the newest action left it ' || coalesce((a.json_addl #>> '{properties,to_state}') || ' at '
    || (a.json_addl #>> '{properties,revision_after}'), 'unsaid') as found
from tapline.subject_document s
left join (
  select distinct on (subject_uid) subject_uid, json_addl from tapline.instance_action
  where tenant_id = :tenant and subject_uid is not null
  order by subject_uid, uid desc) a on a.subject_uid = s.uid
where s.tenant_id = :tenant
  and (s.revision is distinct from (a.json_addl #>> '{properties,revision_after}')::bigint
    or tapline.state_word(s.exec_state) is distinct from a.json_addl #>> '{properties,to_state}')

-- name: ready_at
-- A claimable job has a time from which it may be claimed. Without one it would be in no queue, and no list would show it.
select s.euid as object, tapline.state_word(s.exec_state) || ' with neither ready_at nor retry_at' as found
from tapline.subject_document s
where s.tenant_id = :tenant and s.exec_state in ('R', 'T')
  and (s.visible_from is null
    or s.exec_state = 'R' and s.ready_at is null)
