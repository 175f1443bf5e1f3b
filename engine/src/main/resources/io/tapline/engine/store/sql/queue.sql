-- Queues, their policies, and which of them have work.

-- name: lock_queue
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key
for no key update

-- name: queues_all
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key is not null
-- As they were made: without an order, lists of queues would come as the planner reads the rows. A sum, which no index has: for the
-- order of the primary key the planner would read all registered objects of the tenant.
order by uid + 0

-- name: queues_by_key
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = any(:keys)

-- name: queues_by_uid
-- Retired ones too: a lease outlives its queue.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and uid = any(:uids)

-- name: queues_with_retired
-- Retired ones too: what ended in them is still put away by their policy. A tenant has few queues.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template
-- A sum: see queues_all.
order by uid + 0

-- name: queues_with_retired_by_key
-- Retired ones too: a request about a queue may come again after its key has passed to a successor. Rare, and a tenant has
-- few queues.
select uid from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and json_addl #>> '{properties,queue_key}' = :key

-- name: queue_waiting
-- How many subjects are in a queue: claimable, delayed, held, outside or leased. No subject is in two of these.
select (select count(*) from tapline.subject s where s.tenant_id = :tenant and s.ready_queue_key = :key)
  + (select count(*) from tapline.subject s where s.tenant_id = :tenant and s.delayed_queue_key = :key)
  + (select count(*) from tapline.subject s where s.tenant_id = :tenant
      and s.parked_as in ('HELD ' || :key, 'WAITING_EXTERNAL ' || :key))
  + (select count(*) from tapline.subject_lease l where l.tenant_id = :tenant and l.queue_uid = :queue_uid) as waiting

-- name: queue_versions
-- Every queue that is not retired, and which version of it is the newest: xmin is another after every change of the row.
select uid, xmin::text as version
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key is not null

-- name: queue_changes
-- What was done to a queue's policy, the newest first (action_executed_on, backwards).
select a.feed_key, a.uid, a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
from tapline.instance_action a
where a.tenant_id = :tenant and a.executed_on_uid between :uid and :uid
  and (a.feed_key, a.uid) < (:place_feed_key, :place_uid)
  and a.action_key in ('create_queue', 'update_queue', 'retire_queue')
order by a.executed_on_uid desc, a.feed_key desc, a.uid desc
limit :limit

-- name: queue_may_have_work
-- The queue q may have something for a claim: a subject in sight, one that has matured, or a lease that has lapsed.
-- Index probes, for whose orders see visibility.sql#unleased. The lapsed are few, and gone through once for all queues.
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
-- The first of some queues that a claim need look at. In the order in which they are given, which is that of the function's
-- rows: sorted by it, all of them would be probed before the first is known.
select q.uid
from unnest(:uids, :keys) as q(uid, key)
where
--include queue_may_have_work
limit :most

-- name: queue_prospects
-- Of some queues: is there anything for a claim now, and when will there be more by itself? The next lapse is that of the
-- whole tenant, as in queue_outlook.
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
-- What a queue has to give: how many subjects are visible, counted up to :most, and when the next one will be. Delayed
-- subjects come into sight by themselves, and so do those whose lease lapses. The next lapse is that of the whole tenant:
-- one index entry, while that of the queue may lie behind many leases of others.
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
