-- Actions and pulses: the audit trail, replays, and the clock and identifiers of a transaction.

-- name: transaction_clock_and_ids
-- The time of the transaction, its position in the log and its identifiers, all read after the locks are held.
select tapline.time_text(tapline.clock()) as now, tapline.feed_key() as feed_key,
  (select array_agg(nextval(s.name)) from tapline.uid_sequence(:tenant) as s(name), generate_series(1, :count)) as uids

-- name: newest_feed_key
-- The newest position of a worker or a queue, heartbeats included (see subject.sql#read_subjects).
select greatest(
  (select a.feed_key from tapline.instance_action a where a.tenant_id = :tenant and a.executed_on_uid between :uid and :uid
    and a.feed_key is not null order by a.executed_on_uid desc, a.feed_key desc, a.uid desc limit 1),
  (select max(feed_key) from tapline.instance_pulse where tenant_id = :tenant and executed_on_uid = :uid
    and created_dt > now() - interval '1 day'))

-- name: replay_action
-- Requests that were executed before, by (target, action, key). One row per ordinal. The last condition is that of action_replay.
-- The order keeps the look-up inside the loop, key by key, and leaves it one index to choose: as a plain join the planner may
-- read all actions of the tenant instead and compare each with every key (a plan made while the table was small; 1,000 ms per
-- 1,000 keys at 10,000 actions), and without the order it may scan the feed (ClaimPlanTest).
select a.uid, a.euid, a.target_uid, a.idempotency_key, a.properties
from unnest(:targets, :keys) as requested(target_uid, idempotency_key)
cross join lateral (
  select a.uid, a.euid, a.target_uid, a.idempotency_key, a.json_addl ->> 'properties' as properties
  from tapline.fact_action a
  where a.tenant_id = :tenant and a.target_uid = requested.target_uid and a.template_uid = (
      select t.uid from tapline.generic_template t where t.tenant_id = :tenant and t.template_code = :action_template)
    and a.idempotency_key = requested.idempotency_key and (a.target is not null or a.action_code <> all ('{4,5,6,7,12}'))
  order by a.ordinal) a

-- name: replay_in_history
-- Replays of steps of a job, whose keys are in no index: a job has a handful of actions (action_executed_on, lease_of_subject).
-- Each key is read again under the lock of the job, so of two identical requests the second finds the first.
select a.uid, a.euid, a.target_uid, a.idempotency_key, a.properties
from unnest(:targets, :keys) as requested(target_uid, idempotency_key)
cross join lateral (
  select a.uid, a.euid, a.target_uid, a.idempotency_key, a.json_addl ->> 'properties' as properties
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.executed_on_uid between requested.target_uid and requested.target_uid
    and a.target_uid = requested.target_uid and a.action_key = :action and a.idempotency_key = requested.idempotency_key
  order by a.executed_on_uid, a.feed_key, a.uid) a

-- name: replay_claims
-- Replays of claims, whose keys belong to the worker, or to the job that the request named. The first claim of a request is found
-- by the key (attempt_replay, attempt_replay_named); the other claims of the request got greater uids in the same transaction, so
-- a scan from the first one on along the primary key ends after all of them.
select a.uid, a.euid, requested.target_uid, a.idempotency_key, a.json_addl ->> 'properties' as properties
from unnest(:targets, :keys) as requested(target_uid, idempotency_key)
cross join lateral (
  (select k.uid, k.worker_uid, k.claim_size from tapline.attempt k
   where k.tenant_id = :tenant and k.worker_uid = requested.target_uid and k.idempotency_key = requested.idempotency_key
     and k.ordinal = 0 and k.target = 'w'
   order by k.worker_uid, k.idempotency_key limit 1)
  union all
  (select k.uid, k.worker_uid, k.claim_size from tapline.attempt k
   where k.tenant_id = :tenant and k.subject_uid = requested.target_uid and k.idempotency_key = requested.idempotency_key
     and k.ordinal = 0 and k.target is null and k.granted_by is null
   order by k.subject_uid, k.idempotency_key limit 1)) first
cross join lateral (
  select c.uid, c.euid, c.idempotency_key, c.json_addl from tapline.attempt_action c
  where c.tenant_id = :tenant and c.lease_uid >= first.uid and c.worker_uid = first.worker_uid
    and c.idempotency_key = requested.idempotency_key
  order by c.lease_uid
  limit coalesce(first.claim_size, 1)) a

-- name: replay_pulse
-- Replays of heartbeats and renewals, for as long as they are kept. BETWEEN only on the last column of the index: after a range
-- the columns that follow no longer narrow the scan.
select a.uid, a.euid, a.target_uid, a.idempotency_key, a.properties
from unnest(:targets, :keys) as requested(target_uid, idempotency_key)
cross join lateral (
  select a.uid, a.euid, a.target_uid, a.idempotency_key, a.json_addl ->> 'properties' as properties
  from tapline.instance_pulse a
  where a.tenant_id = :tenant and a.target_uid = requested.target_uid
    and a.action_key = :action and a.idempotency_key between requested.idempotency_key and requested.idempotency_key
  order by a.idempotency_key) a

-- name: actions_before
-- The action log from its newest end, page by page. Index action_feed backwards: the cost of a page does not depend on the length
-- of the trail. Heartbeats and renewals are not in it. Documents beyond the maximum number of bytes are not sent: the page ends
-- before them.
select l.feed_key, l.uid, l.euid, l.created_dt, case when l.bytes_before < :bytes then l.properties end as properties
from (
  select a.*, coalesce(sum(octet_length(a.properties)) over (
    order by a.feed_key desc, a.uid desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
  from (
    select a.feed_key, a.uid, a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
    from tapline.instance_action a
    where a.tenant_id = :tenant and (a.feed_key, a.uid) < (:feed_key, :action_uid)
    order by a.feed_key desc, a.uid desc
    limit :limit) a) l
order by l.feed_key desc, l.uid desc

-- name: actions_of_before
-- The actions of one object: index action_executed_on backwards. BETWEEN and the order leave no other index to choose: for a
-- small table the planner may rate the feed index as equal.
select l.feed_key, l.uid, l.euid, l.created_dt, case when l.bytes_before < :bytes then l.properties end as properties
from (
  select a.*, coalesce(sum(octet_length(a.properties)) over (
    order by a.feed_key desc, a.uid desc rows between unbounded preceding and 1 preceding), 0) as bytes_before
  from (
    select a.feed_key, a.uid, a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
    from tapline.instance_action a
    where a.tenant_id = :tenant and a.executed_on_uid between :object and :object and (a.feed_key, a.uid) < (:feed_key, :action_uid)
    order by a.executed_on_uid desc, a.feed_key desc, a.uid desc
    limit :limit) a) l
order by l.feed_key desc, l.uid desc

-- name: action_time_near
-- The first action at or after a feed key, with its time: one step into action_feed.
select a.feed_key, a.created_dt
from tapline.instance_action a
where a.tenant_id = :tenant and a.feed_key >= :feed_key
order by a.feed_key, a.uid
limit 1

-- name: action_feed_end
-- The newest feed key of the trail: the last step of action_feed.
select a.feed_key
from tapline.instance_action a
where a.tenant_id = :tenant and a.feed_key is not null
order by a.feed_key desc, a.uid desc
limit 1

-- name: events_of_action
-- An action, or a pulse, with at least the given number of events: events have no stored number, they are counted within the
-- action.
select a.uid from tapline.object_by_uid(:tenant, :uid) a
where a.storage_class = 'action' and a.euid = :euid
  and coalesce(jsonb_array_length(a.json_addl #> '{properties,events}'), 0) >= :events
union all
select p.uid from tapline.instance_pulse p
where p.tenant_id = :tenant and p.uid = :uid and p.euid = :euid
  and coalesce(jsonb_array_length(p.json_addl #> '{properties,events}'), 0) >= :events

-- name: display_names
-- Display names for one page of a trail: of jobs and workers by uid, and of actors by their key in evidence. Each is read by an index of
-- its own (BETWEEN and the order: lineage.sql#named_objects).
select o.euid, o.name
from unnest(:uids) as requested(uid)
cross join lateral (
  select s.euid, coalesce(s.json_addl #>> '{properties,display_name}', s.name) as name from tapline.generic_instance s
  where s.storage_class in ('subject', 'registry') and s.tenant_id = :tenant and s.uid between requested.uid and requested.uid
  order by s.uid limit 1) o
where o.name is not null
union all
select p.object_key, coalesce(p.json_addl #>> '{properties,display_name}', p.name) from tapline.instance_registry p
where p.tenant_id = :tenant and p.template_uid = :principal and p.object_key = any(:actors)
  and coalesce(p.json_addl #>> '{properties,display_name}', p.name) is not null
