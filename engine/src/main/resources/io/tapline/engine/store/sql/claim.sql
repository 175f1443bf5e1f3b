-- What a claim looks at and locks in a queue.

-- name: claim_candidates
-- The first visible jobs of one queue, locked. SKIP LOCKED: another claimer has what is locked, or it is changing.
-- The order is that of the index subject_ready_order, column by column: any difference sorts the whole backlog.
select s.uid, s.priority, s.due_at, s.visible_from
from tapline.subject s
where
--include claimable
order by s.priority desc, s.due_at, s.visible_from, s.uid
limit :limit
for no key update of s skip locked

-- name: claim_candidates_after
-- This scan starts at a place in the order, among jobs of one priority without a due date: the index is entered there, and earlier entries
-- are not read (ClaimCandidates selects the start). The scan returns nothing if a more urgent job is visible, held or not: the claim then
-- begins at the head. The check for urgent jobs ends at the first page of the index without a more urgent one.
select s.uid, s.priority, s.due_at, s.visible_from
from tapline.subject s
where
--include after_place
  and
--include claimable
order by s.priority desc, s.due_at, s.visible_from, s.uid
limit :limit
for no key update of s skip locked

-- name: after_place
-- A piece of claim_candidates_after and step.sql#step.
s.priority = :place_priority and s.due_at is null
  and (s.visible_from, s.uid) > (:place_visible_from::timestamptz, :place_uid)
  and not (select coalesce(:look_ahead and (
      (select true from tapline.subject a
      where a.tenant_id = :tenant and a.ready_queue_key = :queue and a.priority > :place_priority and a.visible_from <= :now::timestamptz
      order by a.priority desc, a.due_at, a.visible_from, a.uid limit 1)
    or
      (select true from tapline.subject a
      where a.tenant_id = :tenant and a.ready_queue_key = :queue and a.priority = :place_priority and a.due_at is not null
        and a.visible_from <= :now::timestamptz
      order by a.priority desc, a.due_at, a.visible_from, a.uid limit 1)), false))

-- name: claimable
-- A job s that a worker may take from one queue: visible there, and naming no place that the worker does not serve.
s.tenant_id = :tenant and s.ready_queue_key = :queue
  and s.visible_from <= :now::timestamptz
  and
--include worker_serves

-- name: worker_serves
-- A job s names no place that the worker does not serve, and no lease or hold stands on it.
(:every_site or s.site is null
    or s.site = any(:worker_sites))
  and (:every_platform or s.platform is null
    or s.platform = any(:worker_platforms))
  and (:every_assay or s.assay is null
    or s.assay = any(:worker_assays))
  and
--include visibility/unleased

-- name: claim_upkeep
-- Before a claim: how many leases does the worker hold, and is there a lapse to settle in this queue, or a delayed job
-- that has become ready? The last two are rare, index probes, done in transactions of their own, and not :upkeep_due each time
-- once they are slow.
-- The clock is read by a subquery, once: as a volatile expression it is no index condition, and every live lease and every
-- delayed job would be looked at. The orders leave each probe one index to choose
-- (visibility.sql#unleased).
-- A worker has no live lease below its :floor.
with clock as materialized (select tapline.clock() as now)
select
  case when :upkeep_due then coalesce((select true from tapline.subject_lease l
    where l.tenant_id = :tenant and l.queue_uid = :queue_uid
      and l.expires_at <= (select c.now from clock c)
    order by l.expires_at limit 1), false) else false end as lapsed,
  case when :upkeep_due then coalesce((select true from tapline.subject_document s
    where s.tenant_id = :tenant and s.delayed_queue_key = :queue
      and s.visible_from <= (select c.now from clock c)
    order by s.visible_from limit 1), false) else false end as matured,
  live.leases as live_leases, live.oldest as oldest_live,
  tapline.time_text((select c.now from clock c)) as now,
  -- What this took, the last of what is computed: it goes to the database with other statements, so the trip's duration does not tell.
  (extract(epoch from clock_timestamp() - statement_timestamp()) * 1e9)::bigint as nanos
from (
  select count(*) as leases, coalesce(min(held.uid), 0) as oldest from (
    select l.uid from tapline.subject_lease l
    where l.tenant_id = :tenant and l.worker_uid between :worker and :worker and l.uid >= :floor
      and l.expires_at > (select c.now from clock c)
    order by l.worker_uid, l.uid) held) live

-- name: live_leases_of_workers
-- How many live leases each worker has, and the uid of its oldest: claim_upkeep for several workers. Below a worker's floor
-- it has none.
select requested.worker, count(held.uid) as live_leases, coalesce(min(held.uid), 0) as oldest_live
from unnest(:workers, :floors) as requested(worker, floor)
left join lateral (
  select l.uid from tapline.subject_lease l
  where l.tenant_id = :tenant and l.worker_uid between requested.worker and requested.worker and l.uid >= requested.floor
    and l.expires_at > (select tapline.clock())
  order by l.worker_uid, l.uid) held on true
group by requested.worker

-- name: claim_remainder
-- Is there anything in the queue for this worker after all: a lapse to settle, a delayed job that has become ready, or a
-- job to claim? Nothing is locked and nothing skipped, unlike claim_candidates, which passes by what is locked, if only
-- in passing. One statement on purpose: it sees one snapshot, and three times "no" is true of that instant. The clock is read
-- after the snapshot is taken, so what becomes ready in between counts as there. Index probes, as in claim_upkeep.
select
  coalesce((select true from tapline.subject_lease l
    where l.tenant_id = :tenant and l.expires_at <= (select tapline.clock()) and l.queue_uid = :queue_uid
    order by l.expires_at limit 1), false) as lapsed,
  coalesce((select true from tapline.subject_document s
    where s.tenant_id = :tenant and s.delayed_queue_key = :queue
      and s.visible_from <= (select tapline.clock())
    order by s.visible_from limit 1), false) as matured,
  coalesce((select true from tapline.subject_document s
    where s.tenant_id = :tenant and s.ready_queue_key = :queue
      and s.visible_from <= (select tapline.clock())
      and
--include worker_serves
    order by s.priority desc, s.due_at, s.visible_from, s.uid limit 1), false) as ready,
  -- The duration, as in claim_upkeep.
  (extract(epoch from clock_timestamp() - statement_timestamp()) * 1e9)::bigint as nanos

-- name: used_claim_keys
-- Claims of workers that were made before, by the index attempt_replay. The order leaves the planner that index.
select requested.worker_uid, requested.idempotency_key
from unnest(:workers::bigint[], :keys::text[]) as requested(worker_uid, idempotency_key)
cross join lateral (
  select a.uid from tapline.attempt a
  where a.tenant_id = :tenant and a.worker_uid = requested.worker_uid and a.idempotency_key = requested.idempotency_key
    and a.ordinal = 0 and a.target = 'w'
  order by a.worker_uid, a.idempotency_key limit 1) used

-- name: promote
-- Takes the delayed mark from jobs that have become ready, a bounded number at a time: a million that mature at one
-- instant must not be one claim's work. Only the mark changes, which is a hint, so this is no action.
update tapline.subject s
set delayed = null, ready_queue_key = s.delayed_queue_key, delayed_queue_key = null
where s.tenant_id = :tenant and s.uid = any(array(
  select d.uid from tapline.subject d
  where d.tenant_id = :tenant and d.delayed_queue_key = :queue
    and d.visible_from <= (select tapline.clock())
  order by d.visible_from
  limit :limit
  for no key update skip locked))
