-- Queues, their policies, and the queues with claimable jobs.

-- name: lock_queue
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key
for no key update

-- name: queues_all
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key is not null
-- In the order of creation: without an order, lists of queues would have the order in which the planner reads the rows. The sum
-- matches no index: for the order of the primary key the planner would read all registered objects of the tenant.
order by uid + 0

-- name: queues_by_key
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = any(:keys)

-- name: queues_by_uid
-- Includes retired queues, because a lease outlives its queue.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and uid = any(:uids)

-- name: queues_with_retired
-- Includes retired queues, because their policy still determines when their jobs are archived. A tenant has few queues.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template
-- A sum: see queues_all.
order by uid + 0

-- name: queues_with_retired_by_key
-- Includes retired queues, because a request about a queue may be replayed after its key has passed to a successor. Rare, and a
-- tenant has few queues.
select uid from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and json_addl #>> '{properties,queue_key}' = :key

-- name: queue_waiting
-- Number of jobs in a queue: claimable, delayed, held, external or leased. No job is in two of these groups.
select (select count(*) from tapline.subject s where s.tenant_id = :tenant and s.ready_queue_key = :key)
  + (select count(*) from tapline.subject s where s.tenant_id = :tenant and s.delayed_queue_key = :key)
  + (select count(*) from tapline.subject s where s.tenant_id = :tenant
      and s.parked_as in ('H ' || :key, 'W ' || :key))
  + (select count(*) from tapline.subject_lease l where l.tenant_id = :tenant and l.queue_uid = :queue_uid) as waiting

-- name: queue_versions
-- Every queue that is not retired, with its version: xmin differs after every change of the row.
select uid, object_key as key, xmin::text as version
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key is not null

-- name: queue_changes
-- The actions that changed the policy of a queue, newest first (action_executed_on, backwards).
select a.feed_key, a.uid, a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
from tapline.instance_action a
where a.tenant_id = :tenant and a.executed_on_uid between :uid and :uid
  and (a.feed_key, a.uid) < (:place_feed_key, :place_uid)
  and a.action_key in ('create_queue', 'update_queue', 'retire_queue')
order by a.executed_on_uid desc, a.feed_key desc, a.uid desc
limit :limit

-- name: queue_may_have_work
-- The queue q may have a job for a claim: a visible one, one that has become ready, or one with a lapsed lease. The orders leave each index
-- probe one index to choose (docs/adr/0005). Lapsed leases are few and are read once for all queues.
(coalesce((select true from tapline.subject_document s
    where s.tenant_id = :tenant and s.ready_queue_key = q.key
    order by s.priority desc, s.due_at, s.visible_from, s.uid limit 1), false)
  or coalesce((select true from tapline.subject_document s
    where s.tenant_id = :tenant and s.delayed_queue_key = q.key
      and s.visible_from <= (select tapline.clock())
    order by s.visible_from limit 1), false)
  or q.uid = any(array(select l.queue_uid from tapline.subject_lease l
    where l.tenant_id = :tenant and l.expires_at <= (select tapline.clock()))))

-- name: first_queue_with_work
-- The first of some queues that may have a job for a claim. The order is that of the rows of the function: with an explicit sort,
-- all queues would be probed first.
select q.uid
from unnest(:uids, :keys) as q(uid, key)
where
--include queue_may_have_work
limit :most

-- name: queue_prospects
-- For some queues: whether there is a job for a claim now, and when the next one becomes visible without an action. The next
-- lapse is that of the whole tenant, as in queue_outlook.
select q.uid,
--include queue_may_have_work
  as stocked,
  tapline.time_text(least(
    (select s.visible_from from tapline.subject_document s
     where s.tenant_id = :tenant and s.delayed_queue_key = q.key
       and s.visible_from > (select tapline.clock())
     order by s.visible_from limit 1),
    (select l.expires_at from tapline.subject_lease l
     where l.tenant_id = :tenant and l.expires_at > (select tapline.clock())
     order by l.expires_at limit 1))) as next
from unnest(:uids, :keys) as q(uid, key)

-- name: queue_outlook
-- The outlook of a queue: the number of visible jobs, counted up to :most, and the time of the next one. Delayed jobs become
-- visible without an action, and so do jobs whose lease lapses. The next lapse is that of the whole tenant: one index entry,
-- while that of the queue may lie behind many leases of others.
select (
  select count(*) from (
    (select 1 from tapline.subject_document s
     where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now::timestamptz and
--include visibility/unleased
     order by s.priority desc, s.due_at, s.visible_from, s.uid
     limit :most)
    union all
    (select 1 from tapline.subject_document s
     where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now::timestamptz and
--include visibility/unleased
     order by s.visible_from
     limit :most)
    union all
    (select 1 from tapline.subject_lease l, tapline.subject_document s
     where
--include visibility/lease_lapsed
     limit :most)
    limit :most) visible) as claimable,
  tapline.time_text(least(
    (select s.visible_from from tapline.subject_document s
     where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from > :now::timestamptz
     order by s.visible_from limit 1),
    (select l.expires_at from tapline.subject_lease l
     where l.tenant_id = :tenant and l.expires_at > :now::timestamptz
     order by l.expires_at limit 1))) as next
