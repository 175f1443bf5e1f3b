-- Figures of queues: depth, counts, endings, waits.

-- name: queue_counts
-- Counts of a queue: held jobs, overdue external work, and all failures under a lease (the index lease_failure contains only these). A
-- lease that expires with the last attempt counts as an expired lease and as a terminal failure. queues_live counts the failures without a
-- lease.
select
  (select count(*) from tapline.subject_document s where s.tenant_id = :tenant and s.parked_as = 'H ' || :queue) as held,
  (select count(*) from tapline.subject_document s where s.tenant_id = :tenant and s.parked_as = 'W ' || :queue
    and (s.external ->> 'deadline_at')::timestamptz <= :now::timestamptz) as external_overdue,
  f.expired, f.retryable, f.terminal
from (
  select count(*) filter (where f.ending in ('E', 'F', 'P', 'W')) as expired,
    count(*) filter (where f.ending = 'R') as retryable,
    count(*) filter (where f.ending in ('T', 'O', 'L') or f.ending in ('E', 'F', 'P', 'W') and f.to_state = 'F') as terminal
  from tapline.fact_row f
  where f.tenant_id = :tenant and f.queue_uid = :queue_uid and f.ending in ('R', 'T', 'O', 'L', 'E', 'F', 'P', 'W')) f

-- name: queue_depth
-- The number of visible jobs of a queue, and the oldest and the newest time from which they are visible. The count ends at :most;
-- queue_depth_large counts larger queues, at longer intervals.
select count(*) as depth, tapline.time_text(min(visible_from)) as oldest, tapline.time_text(max(visible_from)) as newest
from (
  (select s.visible_from from tapline.subject_document s
   where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now::timestamptz and
--include visibility/unleased
  )
  union all
  (select s.visible_from from tapline.subject_document s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now::timestamptz and
--include visibility/unleased
  )
  union all
  (select l.expires_at from
--include visibility/lapsed_lease_list
   l, tapline.subject_document s
   where
--include visibility/lease_lapsed
  )
  limit :most) visible

-- name: queue_depth_large
-- queue_depth for large queues: a million jobs take 0.2 s instead of 4 s. The statement is planned for its actual values: without a scope
-- the first branch reads the index subject_ready_order alone (ClaimPlanTest). Each branch has its own count, so that its rows are not
-- passed on one by one.
select sum(depth)::bigint as depth, tapline.time_text(min(oldest)) as oldest, tapline.time_text(max(newest)) as newest
from (
  (select count(*) as depth, min(s.visible_from) as oldest, max(s.visible_from) as newest from tapline.subject_document s
   where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now::timestamptz and
--include visibility/unleased_whole_queue
  )
  union all
  (select count(*), min(s.visible_from), max(s.visible_from) from tapline.subject_document s
   where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now::timestamptz and
--include visibility/unleased_whole_queue
  )
  union all
  (select count(*), min(l.expires_at), max(l.expires_at) from
--include visibility/lapsed_lease_list
   l, tapline.subject_document s
   where
--include visibility/lease_lapsed
  )) visible

-- name: queue_endings
-- Counts of attempts that ended between two instants, by queue, outcome, slice of time and duration. The duration is counted in steps of 10
-- %, from which the quantiles are computed. A dispatch ends an attempt but does not count: its external result counts, which has a record
-- without a lease, unless it is late. Of the other records without a lease, a failure counts and a reconciliation does not. The BRIN
-- indexes on the time (action_at, record_finished) keep the scan to the newest pages.
select ended.queue_uid, ended.status = 'SUCCEEDED' as succeeded,
  floor(extract(epoch from ended.finished_at::timestamptz) / :slice_seconds)::bigint as slice,
  ceil(ln(greatest(ended.duration_ms, 1)::numeric) / ln(1.1))::integer as step,
  count(*) as attempts
from (
  select e.queue_uid, (tapline.ending_words(e.ending))[2] as status, tapline.time_text(e.at) as finished_at,
    floor(extract(epoch from e.at - coalesce(a.started_at::timestamptz, a.created_dt)) * 1000)::bigint as duration_ms
  from tapline.fact_row e
  join tapline.attempt a on a.tenant_id = e.tenant_id and a.uid = e.lease_uid
  where e.tenant_id = :tenant and e.at >= :since::text::timestamptz and e.at <= :now::text::timestamptz
    and e.ending in ('C', 'R', 'T', 'O', 'L', 'E', 'F', 'P', 'W')
  union all
  select k.parent_uid, r.status, r.finished_at, (r.json_addl #>> '{properties,duration_ms}')::bigint
  from tapline.instance_record r
  join tapline.lineage_link k on k.tenant_id = r.tenant_id and k.child_uid = r.uid and k.relationship = 'execution_queue_record'
  where r.tenant_id = :tenant and r.finished_at >= :since and r.finished_at <= :now
    and (r.status in ('FAILED_RETRYABLE', 'FAILED_TERMINAL', 'EXPIRED')
      or r.status = 'SUCCEEDED' and r.json_addl #>> '{properties,ending_action_key}' = 'record_external_result') and
--include attempt/changed_its_subject
  ) ended
group by 1, 2, 3, 4

-- name: queue_waits
-- Waiting times of jobs at their claim, in steps of 10 %, of the newest :most leases between two uids (lease_of_queue). The envelope of the
-- action before the claim contains the time from which the job was claimable.
select ceil(ln(greatest(extract(epoch from l.created_dt - before.visible_from) * 1000, 1)) / ln(1.1))::integer
    as step,
  count(*) as claims
from (
  select k.uid, k.subject_uid, k.created_dt from tapline.attempt k
  where k.tenant_id = :tenant and k.queue_uid between :queue_uid and :queue_uid and k.uid > :from_uid and k.uid < :to_uid
  order by k.queue_uid desc, k.uid desc
  limit :most) l
cross join lateral (
  select coalesce((a.execution ->> 'retry_at')::timestamptz, a.ready_at) as visible_from
  from tapline.fact_row a
  where a.tenant_id = :tenant and a.executed_on_uid between l.subject_uid and l.subject_uid and a.uid < l.uid
  order by a.executed_on_uid desc, a.feed_key desc, a.uid desc limit 1) before
where before.visible_from is not null
group by 1

-- name: queues_live
-- Live leases, open dead letters, and failures without a lease (external results, dead letters of waiting jobs, passed deadlines), of all
-- queues at once. The statement starts from these rows, which are few, and not from the links of each queue, which accumulate.
select queue_uid, sum(leases)::bigint as active_leases, sum(letters)::bigint as dead_letters, sum(retryable)::bigint as retryable,
  sum(terminal)::bigint as terminal
from (
  select l.queue_uid, 1 as leases, 0 as letters, 0 as retryable, 0 as terminal from tapline.subject_lease l
  where l.tenant_id = :tenant and l.expires_at > :now::timestamptz
  union all
  select k.parent_uid, 0, 0, (r.status = 'FAILED_RETRYABLE')::integer, (r.status <> 'FAILED_RETRYABLE')::integer
  from tapline.instance_record r
  join tapline.lineage_link k on k.tenant_id = r.tenant_id and k.child_uid = r.uid and k.relationship = 'execution_queue_record'
  where r.tenant_id = :tenant and r.status in ('FAILED_RETRYABLE', 'FAILED_TERMINAL', 'EXPIRED') and
--include attempt/changed_its_subject
  union all
  select k.parent_uid, 0, 1, 0, 0 from tapline.instance_registry d
  join tapline.lineage_link k on k.tenant_id = d.tenant_id and k.child_uid = d.uid
    and k.relationship = 'execution_queue_dead_letter'
  where d.tenant_id = :tenant and d.template_uid = :dead_letter and d.status = 'OPEN') live
group by queue_uid

-- name: workers_busy
-- The workers with live leases of each queue: a worker without a free slot sends no claims but still serves the queue.
select distinct l.queue_uid, l.worker_uid
from tapline.subject_lease l
where l.tenant_id = :tenant and l.expires_at > :now::timestamptz
