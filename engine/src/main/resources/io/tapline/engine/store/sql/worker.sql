-- Workers.

-- name: lock_worker
-- One worker, locked: claims, registrations and administrators' actions on it wait for each other.
-- A scalar subquery instead of EXISTS: see workers_asked.
select w.uid, w.euid, w.json_addl ->> 'properties' as properties,
  (select k.child_uid from tapline.lineage_link k where k.tenant_id = w.tenant_id and k.parent_uid = :actor
    and k.relationship = 'execution_actor_worker' and k.child_uid = w.uid) is not null as owned
from tapline.instance_registry w
where w.tenant_id = :tenant and w.uid = any(:uids) and w.template_uid = :template
for no key update of w

-- name: workers_asked
-- Workers by uid, each with a flag whether the caller registered it, from lineage. The including statement adds the lock or the limit.
-- The statement is a loop, and BETWEEN with an order leaves each look-up one index to choose (docs/adr/0005).
-- With EXISTS instead of a scalar subquery, the planner would read the owners of all workers and look up the few in that.
select w.uid, requested.actor, w.euid, w.json_addl ->> 'properties' as properties,
  (select k.child_uid from tapline.lineage_link k where k.tenant_id = w.tenant_id and k.parent_uid = requested.actor
    and k.relationship = 'execution_actor_worker' and k.child_uid = w.uid) is not null as owned
from unnest(:uids, :actors) as requested(uid, actor)
cross join lateral (
  select * from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between requested.uid and requested.uid and w.template_uid = :template
  order by w.uid

-- name: lock_free_workers
-- Workers that no other transaction has locked, in the order of :uids, which is by uid. Locked workers are left out, so that only their own
-- claims wait for them.
--include workers_asked
  for no key update skip locked) w

-- name: read_workers
-- Workers with the caller's ownership, not locked.
--include workers_asked
  limit 1) w

-- name: worker_by_key
select w.uid from tapline.instance_registry w
where w.tenant_id = :tenant and w.template_uid = :template and w.object_key = :key

-- name: worker_euid_by_key
select euid from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key

-- name: workers_all
-- Workers that have not been retired, with their live leases.
select w.uid, w.euid, w.json_addl ->> 'properties' as properties,
  (select count(*) from tapline.subject_lease l where l.tenant_id = w.tenant_id and l.worker_uid = w.uid
    and l.expires_at > :now::timestamptz) as active_leases
from tapline.instance_registry w
where w.tenant_id = :tenant and w.template_uid = :template and w.uid > :after
  and (:with_retired or w.status is distinct from 'RETIRED')
order by w.uid
limit :limit

-- name: worker_owners
-- The principal that registered each worker, from lineage.
select k.child_uid as uid, p.json_addl #>> '{properties,principal_key}' as principal
from unnest(:uids) as requested(uid)
cross join lateral (
  select k.child_uid, k.parent_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.child_uid between requested.uid and requested.uid
    and k.relationship = 'execution_actor_worker'
  order by k.child_uid, k.relationship limit 1) k
join tapline.instance_registry p on p.tenant_id = :tenant and p.uid = k.parent_uid

-- name: worker_attempts
-- The attempts of a worker, newest first (lease_of_worker, backwards), and the end of each. Only the attempts of the page are joined to
-- their jobs, each by its key. A lapsed lease is EXPIRED from its expiry on, settled or not.
select a.uid, a.euid as lease_euid, a.record_euid, a.attempt_number, tapline.time_text(a.created_dt) as claimed_at,
  case when a.status = 'ACTIVE' and a.expires_at <= :now then 'EXPIRED' else a.status end as lease_status,
  a.record_status, a.finished_at, a.duration_ms, a.error_class, a.error_code, a.error_message,
  s.euid as subject_euid, s.name as subject_name,
  (select q.json_addl #>> '{properties,queue_key}' from tapline.instance_registry q
   where q.tenant_id = :tenant and q.uid between a.queue_uid and a.queue_uid order by q.uid limit 1) as queue_key
from (
  select * from tapline.attempt_whole k
  where k.tenant_id = :tenant and k.worker_uid between :worker and :worker and k.uid < :before
  order by k.worker_uid desc, k.uid desc
  limit :limit) a
cross join lateral (
  select s.euid, s.name from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between a.subject_uid and a.subject_uid order by s.uid limit 1) s
order by a.uid desc
