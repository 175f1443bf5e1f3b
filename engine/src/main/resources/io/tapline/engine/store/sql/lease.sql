-- Leases: those of a worker, those that lapsed, and lists of them.

-- name: lease_by_token
-- The lease of one job that has a token, live or ended, and its worker. A job has few leases; the token has no index.
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
-- When the leases end that these workers hold and nobody has ended, to be counted against their limits. A loop by key, as in
-- subject.sql#lock_subjects, so that every planner takes the index on a worker's live leases.
select l.worker_uid, tapline.time_text(l.expires_at) as expires_at
from unnest(:uids) as requested(uid)
cross join lateral (
  select l.worker_uid, l.expires_at from tapline.subject_lease l
  where l.tenant_id = :tenant and l.worker_uid between requested.uid and requested.uid
  order by l.worker_uid, l.uid) l

-- name: leases_lost_by_worker
-- Of a worker's newest leases, those that were taken from it; :own are the release reasons of its own reports. Each is told until its term is over, when the worker's own clock tells
-- it, and not only once: an answer may be lost, and a cancellation that had drawn its time may commit after the next heartbeat.
select euid from (
  select l.uid, l.euid, l.status, l.released_at, l.expires_at, l.release_reason
  from tapline.attempt_whole l
  where l.tenant_id = :tenant and l.worker_uid = :worker
  order by l.worker_uid desc, l.uid desc
  limit :limit) newest
where status <> 'ACTIVE' and release_reason <> all(:own) and (released_at >= :since or expires_at > :since)

-- name: lease_standings
-- How some leases stand, looked up by their keys. An ending that an administrator made in place of the worker is not the
-- worker's own.
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
-- Leases that lapsed and that nobody has settled, oldest first.
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
-- Leases by status, oldest first, a page at a time. A lapsed lease is EXPIRED here from that instant on, settled or not.
-- At most :look leases are looked at for one page (lease_list_look says how far): a status that hardly occurs must not
-- cost a walk over all that ever were. Materialized, so that only what is shown is joined to what it is about.
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
-- How far lease_list looked: the last lease it came to, and how many there were.
select max(uid) as last_uid, count(*) as looked
from (
--include leases_looked_at
) l

-- name: leases_looked_at
-- The next :look leases after one, of a worker, of a queue or of all, oldest first. Each way has an index of its own
-- (lease_of_queue, lease_of_worker, the primary key) and an arm of its own, since one condition for all of them would walk the
-- primary key: behind a million leases of others that takes seconds. Of the arms one is asked for, and the others find nothing
-- at once. BETWEEN leaves the planner that one index.
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
-- Live leases, oldest first, a page at a time; at most :look of them are looked at for one (lease_list_live_look says how far).
-- Materialized, or the limit tempts the planner into walking all leases by uid until it has met enough live ones.
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
-- How far lease_list_live looked: the last lease it came to, and how many there were.
with live as materialized (
--include leases_live
)
select max(uid) as last_uid, count(*) as looked
from (select uid from live order by uid limit :look) k

-- name: leases_live
-- Live leases, through subject_leased_until: however many have ended, only those that live are read.
  select k.uid, k.subject_uid
  from tapline.subject_lease k
  where k.tenant_id = :tenant and k.expires_at > :now::timestamptz and k.uid > :after
    and (:worker::bigint is null or k.worker_uid = :worker) and (:queue::bigint is null or k.queue_uid = :queue)
    and (:queues::bigint[] is null or k.queue_uid = any(:queues))

-- name: lease_matches
-- Whether the job of a lease that was looked at is one to show; a null leaves it open. It is read only when something is
-- asked of it.
(not :narrowed or (
  select (:state::text is null or s.exec_state = :state)
    and (:site::text is null or s.site = :site)
    and (:platform::text is null or s.platform = :platform)
    and (:assay::text is null or s.assay = :assay)
  from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.subject_uid and k.subject_uid order by s.uid limit 1))

-- name: leases_shown
-- What is shown of the leases of a page, and of what they are about: each is looked up by its key, whatever the planner knows of
-- the tables.
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
