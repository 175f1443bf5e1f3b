-- Statements that find and lock the jobs of a queue for a claim.

-- name: claim_candidates
-- The first visible jobs of one queue, locked. SKIP LOCKED: another transaction claims or changes a locked job.
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
-- The job s is visible in the queue, and the worker serves its site, platform and assay.
s.tenant_id = :tenant and s.ready_queue_key = :queue
  and s.visible_from <= :now::timestamptz
  and
--include worker_serves

-- name: worker_serves
-- The worker serves the site, platform and assay of the job s, which has no lease and no hold.
(:every_site or s.site is null
    or s.site = any(:worker_sites))
  and (:every_platform or s.platform is null
    or s.platform = any(:worker_platforms))
  and (:every_assay or s.assay is null
    or s.assay = any(:worker_assays))
  and
--include visibility/unleased

-- name: claim_upkeep
-- Checks before a claim: the number of live leases of the worker, and whether the queue has a lapsed lease to settle or a delayed job that
-- has become ready. Both are rare, are found by index probes and are processed in transactions of their own. Once the probes are slow,
-- :upkeep_due is false for most claims.
-- The clock is read once, by a subquery: a volatile expression is no index condition, so the statement would read every live lease and
-- every delayed job. The orders leave each probe one index to choose (docs/adr/0005).
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
  -- The duration of the statement, computed last. It shares its round trip with other statements, so Java cannot measure it.
  (extract(epoch from clock_timestamp() - statement_timestamp()) * 1e9)::bigint as nanos
from (
  select count(*) as leases, coalesce(min(held.uid), 0) as oldest from (
    select l.uid from tapline.subject_lease l
    where l.tenant_id = :tenant and l.worker_uid between :worker and :worker and l.uid >= :floor
      and l.expires_at > (select c.now from clock c)
    order by l.worker_uid, l.uid) held) live

-- name: live_leases_of_workers
-- The number of live leases of each worker and the uid of the oldest one: claim_upkeep for several workers. A worker has no live lease
-- below its floor.
select requested.worker, count(held.uid) as live_leases, coalesce(min(held.uid), 0) as oldest_live
from unnest(:workers, :floors) as requested(worker, floor)
left join lateral (
  select l.uid from tapline.subject_lease l
  where l.tenant_id = :tenant and l.worker_uid between requested.worker and requested.worker and l.uid >= requested.floor
    and l.expires_at > (select tapline.clock())
  order by l.worker_uid, l.uid) held on true
group by requested.worker

-- name: claim_remainder
-- Whether the queue has work for this worker: a lapsed lease to settle, a delayed job that has become ready, or a claimable job. Unlike
-- claim_candidates, which skips locked jobs, the statement locks and skips nothing. It is one statement with one snapshot, so that three
-- negative results hold for the same instant. The clock is read after the snapshot is taken, so a job that becomes ready in between counts.
-- The probes use indexes, as in claim_upkeep.
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
-- Earlier claims of workers under the same keys, by the index attempt_replay. The order leaves the planner no other index.
select requested.worker_uid, requested.idempotency_key
from unnest(:workers::bigint[], :keys::text[]) as requested(worker_uid, idempotency_key)
cross join lateral (
  select a.uid from tapline.attempt a
  where a.tenant_id = :tenant and a.worker_uid = requested.worker_uid and a.idempotency_key = requested.idempotency_key
    and a.ordinal = 0 and a.target = 'w'
  order by a.worker_uid, a.idempotency_key limit 1) used

-- name: promote
-- Promotes delayed jobs that have become ready, at most :limit at a time: one claim must not promote a million jobs that become ready at
-- the same instant. Only the delayed mark changes, which is a hint, so the statement records no action.
update tapline.subject s
set delayed = null, ready_queue_key = s.delayed_queue_key, delayed_queue_key = null
where s.tenant_id = :tenant and s.uid = any(array(
  select d.uid from tapline.subject d
  where d.tenant_id = :tenant and d.delayed_queue_key = :queue
    and d.visible_from <= (select tapline.clock())
  order by d.visible_from
  limit :limit
  for no key update skip locked))
