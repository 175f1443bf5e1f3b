-- The items of a queue: what is visible in it, page by page.

-- name: item_matches
-- What the items of a queue are narrowed by, but for their state; a null leaves it open.
(:site::text is null or s.site = :site)
and (:platform::text is null or s.platform = :platform)
and (:assay::text is null or s.assay = :assay)
and (:template::bigint is null or s.template_uid = :template)
and (:correlation::text is null or s.correlation_id = :correlation)
and (:trx_euid::text is null or s.trx_euid = :trx_euid)
and (:accession_euid::text is null or s.accession_euid = :accession_euid)
and (:run_euid::text is null or s.run_euid = :run_euid)
and (:step_euid::text is null or s.step_euid = :step_euid)

-- name: items_ready
-- The next :look subjects of a queue, and which of them are items of it: visible, and what was asked for. Those that are not
-- are told too, so that the reader knows how far the statement has looked: a filter that hardly any subject passes must not cost a walk
-- over the whole queue. OFFSET 0, so that the rule is asked once for each.
select s.uid, s.euid, s.name, s.template_uid, s.exec_state as state, s.priority, tapline.time_text(s.due_at) as due_at,
  tapline.time_text(s.visible_from) as visible_from, s.created_dt,
  case when m.matches then s.json_addl #>> '{properties,execution}' end as execution, m.matches
from (
--include subject_search/ready_after
) s
cross join lateral (
  select s.visible_from <= :now::timestamptz
    and (:state::text is null or s.exec_state = :state)
    and
--include item_matches
    and
--include visibility/unleased
    as matches
  offset 0) m
order by s.priority desc, s.due_at, s.visible_from, s.uid

-- name: items_few
-- Items of a queue among few subjects that an index has found, from a place on. Each is looked up by its key: with a list of
-- them the planner prefers the whole queue.
select s.uid, s.euid, s.name, s.template_uid, s.exec_state as state, s.priority, tapline.time_text(s.due_at) as due_at,
  tapline.time_text(s.visible_from) as visible_from, s.created_dt,
  s.json_addl #>> '{properties,execution}' as execution, true as matches
from unnest(:uids) few (uid)
cross join lateral (
  select * from tapline.subject_document f
  where f.tenant_id = :tenant and f.uid between few.uid and few.uid
  order by f.uid limit 1) s
where s.ready_queue_key = :queue and s.visible_from <= :now::timestamptz
  and s.priority <= :priority
  and (s.priority < :priority or (coalesce(s.due_at, 'infinity'), s.visible_from, s.uid)
    > (coalesce(:due_at::timestamptz, 'infinity'), :visible_from::timestamptz, :after_uid))
  and (:state::text is null or s.exec_state = :state)
  and
--include item_matches
  and
--include visibility/unleased
order by s.priority desc, s.due_at, s.visible_from, s.uid
limit :limit

-- name: items_matured_or_lapsed
-- Items of a queue that are not found in its order, from a place on: delayed subjects whose time has come and that nobody has
-- promoted yet, and those whose lease lapsed and that nobody has settled yet. Both are few, as claims and the sweeper see to
-- them.
select uid, euid, name, template_uid, state, priority, tapline.time_text(due_at) as due_at,
  tapline.time_text(visible_from) as visible_from, created_dt, execution, true as matches
from (
  (select s.uid, s.euid, s.name, s.template_uid, s.exec_state as state, s.priority, s.due_at, s.visible_from, s.created_dt,
     s.json_addl #>> '{properties,execution}' as execution
   from tapline.subject_document s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now::timestamptz and s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'infinity'), s.visible_from, s.uid)
       > (coalesce(:due_at::timestamptz, 'infinity'), :visible_from::timestamptz, :after_uid))
     and (:state::text is null or s.exec_state = :state)
     and
--include item_matches
     and
--include visibility/unleased
   order by s.priority desc, s.due_at, s.visible_from, s.uid limit :limit)
  union all
  (select s.uid, s.euid, s.name, s.template_uid,
     case s.exec_state when 'RUNNING' then 'FAILED_RETRYABLE' else s.exec_state end, s.priority, s.due_at, l.expires_at,
     s.created_dt, s.json_addl #>> '{properties,execution}'
   from
--include visibility/lapsed_lease_list
   l, tapline.subject_document s
   where s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'infinity'), l.expires_at, s.uid)
       > (coalesce(:due_at::timestamptz, 'infinity'), :visible_from::timestamptz, :after_uid))
     and (:state::text is null or case s.exec_state when 'RUNNING' then 'FAILED_RETRYABLE' else s.exec_state end = :state)
     and
--include item_matches
     and
--include visibility/lease_lapsed
   order by s.priority desc, s.due_at, l.expires_at, s.uid limit :limit)
) beside
order by priority desc, beside.due_at, beside.visible_from, uid
limit :limit

-- name: few_correlated
-- Subjects with one correlation id, now or before, if there are no more than :most.
select k.subject_uid as uid from tapline.subject_key k
where k.tenant_id = :tenant and k.kind = 'c' and k.value = :correlation
order by k.value, k.subject_uid
limit :most

-- name: few_referred
-- Subjects that belong to one transaction, accession, run or step, if there are no more than :most. One of them is asked for, the
-- rest are null; each is a range of subject_key.
select f.subject_uid as uid from (
  (select k.subject_uid from tapline.subject_key k
    where k.tenant_id = :tenant and k.kind = 't' and k.value = :of_trx order by k.value, k.subject_uid limit :most)
  union all
  (select k.subject_uid from tapline.subject_key k
    where k.tenant_id = :tenant and k.kind = 'a' and k.value = :of_accession order by k.value, k.subject_uid limit :most)
  union all
  (select k.subject_uid from tapline.subject_key k
    where k.tenant_id = :tenant and k.kind = 'r' and k.value = :of_run order by k.value, k.subject_uid limit :most)
  union all
  (select k.subject_uid from tapline.subject_key k
    where k.tenant_id = :tenant and k.kind = 's' and k.value = :of_step order by k.value, k.subject_uid limit :most)) f
limit :most

-- name: few_retrying
-- Subjects of a queue that failed and will be tried again, if there are no more than :most.
select s.uid from tapline.subject_document s
where s.tenant_id = :tenant and s.parked_as = 'FAILED_RETRYABLE ' || :queue
order by s.parked_as, s.uid
limit :most
