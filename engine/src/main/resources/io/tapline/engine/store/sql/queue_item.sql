-- The items of a queue: its visible jobs, page by page.

-- name: item_matches
-- The filter for the items of a queue, except for their state; a null selects all.
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
-- The next :look jobs of a queue, each with a flag whether it is an item of it: visible and matching. The statement also returns
-- the others, so that the reader gets the position of the last job read: a filter that matches few jobs must not cause a scan of
-- the whole queue. OFFSET 0, so that the rule is evaluated once for each.
select s.uid, s.name, s.template_uid, s.exec_state as state, s.priority, tapline.time_text(s.due_at) as due_at,
  tapline.time_text(s.visible_from) as visible_from, s.created_dt,
  case when m.matches then s.json_addl #>> '{properties,execution}' end as execution, m.matches
from (
--include subject_search/ready_after
) s
cross join lateral (
  select s.visible_from <= :now::timestamptz
    and (:state::text is null or s.exec_state = :state::"char")
    and
--include item_matches
    and
--include visibility/unleased
    as matches
  offset 0) m
order by s.priority desc, s.due_at, s.visible_from, s.uid

-- name: items_few
-- Items of a queue among few jobs that an index has found, from a position on. Each is read by its key: with a list of them the
-- planner prefers the whole queue.
select s.uid, s.name, s.template_uid, s.exec_state as state, s.priority, tapline.time_text(s.due_at) as due_at,
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
  and (:state::text is null or s.exec_state = :state::"char")
  and
--include item_matches
  and
--include visibility/unleased
order by s.priority desc, s.due_at, s.visible_from, s.uid
limit :limit

-- name: items_matured_or_lapsed
-- Items of a queue outside its index order, from a position on: delayed jobs that are ready but not promoted yet, and jobs with a
-- lapsed lease that is not settled yet. Both are few, because claims and the sweeper process them.
select uid, name, template_uid, state, priority, tapline.time_text(due_at) as due_at,
  tapline.time_text(visible_from) as visible_from, created_dt, execution, true as matches
from (
  (select s.uid, s.name, s.template_uid, s.exec_state as state, s.priority, s.due_at, s.visible_from, s.created_dt,
     s.json_addl #>> '{properties,execution}' as execution
   from tapline.subject_document s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now::timestamptz and s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'infinity'), s.visible_from, s.uid)
       > (coalesce(:due_at::timestamptz, 'infinity'), :visible_from::timestamptz, :after_uid))
     and (:state::text is null or s.exec_state = :state::"char")
     and
--include item_matches
     and
--include visibility/unleased
   order by s.priority desc, s.due_at, s.visible_from, s.uid limit :limit)
  union all
  (select s.uid, s.name, s.template_uid,
     case s.exec_state when 'N' then 'T' else s.exec_state end, s.priority, s.due_at, l.expires_at,
     s.created_dt, s.json_addl #>> '{properties,execution}'
   from
--include visibility/lapsed_lease_list
   l, tapline.subject_document s
   where s.priority <= :priority
     and (s.priority < :priority or (coalesce(s.due_at, 'infinity'), l.expires_at, s.uid)
       > (coalesce(:due_at::timestamptz, 'infinity'), :visible_from::timestamptz, :after_uid))
     and (:state::text is null or case s.exec_state when 'N' then 'T' else s.exec_state end = :state::"char")
     and
--include item_matches
     and
--include visibility/lease_lapsed
   order by s.priority desc, s.due_at, l.expires_at, s.uid limit :limit)
) beside
order by priority desc, beside.due_at, beside.visible_from, uid
limit :limit

-- name: few_correlated
-- Jobs with one correlation id, current or former, if there are at most :most.
select k.subject_uid as uid from tapline.subject_key k
where k.tenant_id = :tenant and k.kind = 'c' and k.value = :correlation
order by k.value, k.subject_uid
limit :most

-- name: few_referred
-- Jobs of one transaction, accession, run or step, if there are at most :most. One parameter is set and the others are null; each
-- is a range of subject_key.
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
-- Jobs of a queue that failed and wait for a retry, if there are at most :most.
select s.uid from tapline.subject_document s
where s.tenant_id = :tenant and s.parked_as = 'T ' || :queue
order by s.parked_as, s.uid
limit :most
