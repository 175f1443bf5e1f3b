-- Leases: those of workers, lapsed ones, and lists.

-- name: lease_by_token
-- The lease of one job with a given token, live or ended, and its worker. A job has few leases; the token has no index.
select w.euid as worker_euid,
--include attempt/lease_euid
  as lease_euid
from tapline.attempt l
join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
where l.tenant_id = :tenant and l.subject_uid between :subject and :subject and l.lease_token = :token
order by l.subject_uid desc, l.feed_key desc, l.action_uid desc
limit 1

-- name: active_leases_of_worker
select l.uid, s.uid as subject_uid, tapline.time_text(s.lease_expires_at) as expires_at, s.euid as subject_euid, s.cancel_requested,
--include attempt/lease_euid
  as euid
from tapline.subject_document s
cross join lateral (select s.lease_uid as uid) l
where s.tenant_id = :tenant and s.lease_worker_uid = :worker and s.lease_uid is not null
order by s.lease_uid

-- name: lease_ends_of_workers
-- The expiry times of the leases of these workers that have not ended, which count against their limits. The loop by key, as in
-- subject.sql#lock_subjects, makes every planner choose the index on a worker's live leases.
select l.worker_uid, tapline.time_text(l.expires_at) as expires_at
from unnest(:uids) as requested(uid)
cross join lateral (
  select l.worker_uid, l.expires_at from tapline.subject_lease l
  where l.tenant_id = :tenant and l.worker_uid between requested.uid and requested.uid
  order by l.worker_uid, l.uid) l

-- name: leases_lost_by_worker
-- Those of a worker's newest leases that ended without its own report; :own contains the release reasons of its reports. Each lease is
-- returned until its term is over, when the worker's own clock ends it, and not only once: an answer may be lost, and a cancellation with
-- an earlier time may commit after the next heartbeat.
select euid from (
  select l.uid, l.euid, l.status, l.released_at, l.expires_at, l.release_reason
  from tapline.attempt_whole l
  where l.tenant_id = :tenant and l.worker_uid = :worker
  order by l.worker_uid desc, l.uid desc
  limit :limit) newest
where status <> 'ACTIVE' and release_reason <> all(:own) and (released_at >= :since or expires_at > :since)

-- name: lease_standings
-- The status of some leases, by primary key. overridden is true if an administrator ended the lease in place of the worker.
select l.euid, l.status, l.expires_at, l.release_reason, coalesce((
    select true from tapline.fact_row f
    where f.tenant_id = :tenant and f.executed_on_uid between l.subject_uid and l.subject_uid and f.override
      and (f.lease_uid = requested.uid or f.lease_euid = l.euid)
    order by f.executed_on_uid, f.feed_key, f.uid limit 1), false) as overridden
from unnest(:uids) as requested(uid)
cross join lateral (
  select l.euid, l.status, l.expires_at, l.release_reason, l.subject_uid from tapline.attempt_whole l
  where l.tenant_id = :tenant and l.uid between requested.uid and requested.uid
  order by l.uid limit 1) l

-- name: lapsed_leases
-- Lapsed leases that are not settled yet, oldest lapse first.
select l.uid, l.subject_uid,
--include attempt/lease_euid
  as euid
from tapline.subject_lease l
where l.tenant_id = :tenant and l.expires_at <= (select tapline.clock())
order by l.expires_at
limit :limit

-- name: lapsed_leases_of_queue
select l.uid, l.subject_uid,
--include attempt/lease_euid
  as euid
from tapline.subject_lease l
where l.tenant_id = :tenant and l.expires_at <= (select tapline.clock())
  and l.queue_uid = :queue_uid
order by l.expires_at
limit :limit

-- name: lease_list
-- Leases by status, oldest first, page by page. A lapsed lease is EXPIRED from its expiry on, settled or not. The statement reads at most
-- :look leases for one page (lease_list_look returns the last one): a rare status must not cause a scan of all leases. The parts are
-- materialized, so that only the leases of the page are joined to their jobs.
with looked as materialized (
  select k.uid, k.queue_uid, k.subject_uid,
    case when k.status = 'ACTIVE' and k.expires_at <= :now then 'EXPIRED' else k.status end as shown_status
  from (
--include leases_looked_at
  ) k),
page as materialized (
  select k.uid, k.shown_status from looked k
  where (:status::text is null or k.shown_status = :status) and (:queue::bigint is null or k.queue_uid = :queue)
    and (:queues::bigint[] is null or k.queue_uid = any(:queues)) and
--include lease_matches
  order by k.uid
  limit :limit)
--include leases_shown

-- name: lease_list_look
-- The last lease that lease_list read, and the number of leases that it read.
select max(uid) as last_uid, count(*) as looked
from (
--include leases_looked_at
) l

-- name: leases_looked_at
-- The next :look leases after one, of a worker, of a queue or of all, oldest first. Each selection has its own index (lease_of_queue,
-- lease_of_worker, the primary key) and its own branch: one condition for all of them would scan the primary key, which takes seconds
-- behind a million leases of others. The parameters select one branch; the others end at once. BETWEEN leaves the planner that one index.
  (select k.uid, k.queue_uid, k.subject_uid, k.status, k.expires_at from tapline.instance_lease k
   where :queue::bigint is null and :worker::bigint is null and k.tenant_id = :tenant and k.uid > :after
   order by k.uid
   limit :look)
  union all
  (select k.uid, k.queue_uid, k.subject_uid, k.status, k.expires_at from tapline.instance_lease k
   where :worker::bigint is null and k.tenant_id = :tenant and k.queue_uid between :queue and :queue and k.uid > :after
   order by k.queue_uid, k.uid
   limit :look)
  union all
  (select k.uid, k.queue_uid, k.subject_uid, k.status, k.expires_at from tapline.instance_lease k
   where k.tenant_id = :tenant and k.worker_uid between :worker and :worker and k.uid > :after
   order by k.worker_uid, k.uid
   limit :look)

-- name: lease_list_live
-- Live leases, oldest first, page by page; the statement reads at most :look of them for one page (lease_list_live_look returns the last
-- one). The first part is materialized: with the limit the planner would otherwise scan all leases by uid until it has enough live ones.
with live as materialized (
--include leases_live
),
looked as materialized (
  select uid, subject_uid from live order by uid limit :look),
page as materialized (
  select k.uid, 'ACTIVE' as shown_status from looked k
  where
--include lease_matches
  order by k.uid
  limit :limit)
--include leases_shown

-- name: lease_list_live_look
-- The last lease that lease_list_live read, and the number of leases that it read.
with live as materialized (
--include leases_live
)
select max(uid) as last_uid, count(*) as looked
from (select uid from live order by uid limit :look) k

-- name: leases_live
-- Live leases, by the index subject_leased_until, so that no ended lease is read.
  select k.uid, k.subject_uid
  from tapline.subject_lease k
  where k.tenant_id = :tenant and k.expires_at > :now::timestamptz and k.uid > :after
    and (:worker::bigint is null or k.worker_uid = :worker) and (:queue::bigint is null or k.queue_uid = :queue)
    and (:queues::bigint[] is null or k.queue_uid = any(:queues))

-- name: lease_matches
-- The filter on the job of a lease k; a null accepts every job. The job is read only if a filter is set (:narrowed).
(not :narrowed or (
  select (:state::text is null or s.exec_state = :state::"char")
    and (:site::text is null or s.site = :site)
    and (:platform::text is null or s.platform = :platform)
    and (:assay::text is null or s.assay = :assay)
  from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.subject_uid and k.subject_uid order by s.uid limit 1))

-- name: leases_shown
-- The shown data of a page of leases and of their jobs, workers and queues. Each object is read by its key, regardless of the planner's
-- statistics.
select l.uid, l.subject_uid, l.euid as lease_euid, l.json_addl ->> 'properties' as lease, s.euid as subject_euid, s.name as subject_name,
  s.exec_state as subject_state, w.euid as worker_euid, w.name as worker_name,
  (select q.json_addl #>> '{properties,queue_key}' from tapline.instance_registry q
   where q.tenant_id = :tenant and q.uid between l.queue_uid and l.queue_uid order by q.uid limit 1) as queue_key,
  l.record_euid,
  page.shown_status
from page
cross join lateral (
  select * from tapline.lease_document l
  where l.tenant_id = :tenant and l.uid between page.uid and page.uid order by l.uid limit 1) l
cross join lateral (
  select s.euid, s.name, s.exec_state from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid order by s.uid limit 1) s
left join lateral (
  select w.euid, w.json_addl #>> '{properties,display_name}' as name from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between l.worker_uid and l.worker_uid order by w.uid limit 1) w on true
order by page.uid
