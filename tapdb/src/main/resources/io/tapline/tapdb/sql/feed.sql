-- The feed of actions and pulses, and events by time.

-- name: fitting_entries
-- The entries of a page. Documents beyond :bytes bytes are not sent: the page ends before the first entry without one. The first entry
-- always has its document, so a reader always advances.
select e.feed_key, e.uid, e.euid, e.action_key, e.executed_on_uid, e.created_dt,
  case when coalesce(sum(octet_length(e.properties)) over (page rows between unbounded preceding and 1 preceding), 0) < :bytes
    then e.properties end as properties
from

-- name: feed_after
-- The next entries in commit order. Below the horizon every transaction that may write has ended, so no entry can still appear there: a
-- transaction that begins later has a larger id, and no feed key is smaller than its transaction's (V5__feed.sql). The order is that of
-- action_feed, attempt_feed and pulse_feed, merged; the limit ends the merge after a page (FeedTest checks the plan). The horizon is a
-- subquery, so that it is computed once and not for each partition.
--include fitting_entries
(
  select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
  from tapline.generic_instance
  where tenant_id = :tenant
    and storage_class in ('action', 'pulse')
    and (feed_key, uid) > (:feed_key, :after_uid)
    and feed_key < (select tapline.feed_horizon())
  order by feed_key, uid
  limit :limit) e
window page as (order by e.feed_key, e.uid)
order by e.feed_key, e.uid

-- name: feed_of
-- The next entries of one object, in the order of the feed and below its horizon. The order is that of action_executed_on, lease_of_subject
-- and pulse_executed_on, merged: only the entries of the object are read, however long the feed is. BETWEEN with the object at the head of
-- the order leaves only these indexes: with "=" and without statistics, the planner rated the order of the feed as equal and scanned the
-- whole feed.
--include fitting_entries
(
  select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
  from tapline.generic_instance
  where tenant_id = :tenant
    and storage_class in ('action', 'pulse')
    and executed_on_uid between :object and :object
    and (feed_key, uid) > (:feed_key, :after_uid)
    and feed_key < (select tapline.feed_horizon())
  order by executed_on_uid, feed_key, uid
  limit :limit) e
window page as (order by e.executed_on_uid, e.feed_key, e.uid)
order by e.executed_on_uid, e.feed_key, e.uid

-- name: feed_end
-- The newest entry that the feed shows, by the indexes of feed_after, read from their other end.
select feed_key, uid
from tapline.generic_instance
where tenant_id = ?
  and storage_class in ('action', 'pulse')
  and feed_key < (select tapline.feed_horizon())
order by feed_key desc, uid desc
limit 1

-- name: feed_lag
-- Entries that are committed but not readable yet, because a transaction that may write is older. The count ends at a limit, beyond which
-- the exact number does not matter.
select count(*)
from (
  select
  from tapline.generic_instance
  where tenant_id = ?
    and storage_class in ('action', 'pulse')
    and feed_key >= (select tapline.feed_horizon())
  limit ?
) waiting

-- name: feed_blocker
-- The session whose transaction holds the feed back: the oldest that may still write, with the number of transactions since it began.
select w.pid, w.role, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - w.xid as transactions_since
from tapline.feed_writers() w
where w.pid is distinct from pg_backend_pid()
order by w.xid
limit 1

-- name: entries_of_type
-- A page of the entries whose first event has the type asked.type (asked.code in fact_row), from each source: pulses, actions (pulse_event,
-- action_event), claims (attempt_claimed_at) and the few other actions that granted a lease (attempt_granted_at).
    (select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
    from tapline.instance
    where tenant_id = :tenant and storage_class = 'pulse' and event_type = asked.type
      and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
    order by created_dt, uid
    limit :limit)
    union all
    (select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
    from tapline.fact_action
    where tenant_id = :tenant and event_code = asked.code
      and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
    order by created_dt, uid
    limit :limit)
    union all
    (select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
    from tapline.attempt_action
    where asked.type = 'job_claimed' and tenant_id = :tenant and granted_by is null
      and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
    order by created_dt, uid
    limit :limit)
    union all
    (select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
    from tapline.attempt_action
    where tenant_id = :tenant and granted_by is not null and event_type = asked.type
      and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
    order by created_dt, uid
    limit :limit)

-- name: events_between
-- Events of all types in the order of time, from a place in time to a place in the feed. No index is on the time alone, because every
-- action would add an entry to it. There are few types: a page of each is read by the indexes of entries_of_type, and the pages are merged.
-- So the number of rows read depends on the page, not on the age of the feed.
--include fitting_entries
(
  select e.*
  from (
    select t.type, array_position(tapline.event_types(), t.type)::smallint as code from unnest(:types::text[]) as t(type)
    offset 0) asked
  cross join lateral (
--include entries_of_type
  ) e
  order by e.created_dt, e.uid
  limit :limit) e
window page as (order by e.created_dt, e.uid)
order by e.created_dt, e.uid

-- name: events_of_type
-- Events of one type in the order of time, from a place in time to a place in the feed: those of entries_of_type, and the second events of
-- actions and claims (action_event_more, attempt_claimed_at); the second event of a claim is a start. The limits end each branch after a
-- page. Only the newest entries lie behind the place in the feed, so hardly any entry is read that is not returned (EventReadsTest).
--include fitting_entries
(
  select e.*
  from (
    select t.type, array_position(tapline.event_types(), t.type)::smallint as code from (select :type::text as type) t
    offset 0) asked
  cross join lateral (
--include entries_of_type
    union all
    (select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
    from tapline.fact_action
    where tenant_id = :tenant and event_more_code = asked.code
      and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
    order by created_dt, uid
    limit :limit)
    union all
    (select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
    from tapline.attempt_action
    where asked.type = 'job_started' and tenant_id = :tenant and granted_by is null and event_more = 'job_started'
      and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
    order by created_dt, uid
    limit :limit)
    union all
    (select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
    from tapline.attempt_action
    where tenant_id = :tenant and granted_by is not null and event_more = asked.type
      and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
    order by created_dt, uid
    limit :limit)
  ) e
  order by e.created_dt, e.uid
  limit :limit) e
window page as (order by e.created_dt, e.uid)
order by e.created_dt, e.uid

-- name: events_correlated
-- Events with one correlation id in the order of time, from a place in time to a place in the feed. The order is that of action_correlated,
-- attempt_correlated and pulse_correlated, merged. The type only filters the rows that are read, because one correlation has few entries.
--include fitting_entries
(
  select feed_key, uid, euid, action_key, executed_on_uid, json_addl ->> 'properties' as properties, created_dt
  from tapline.generic_instance
  where tenant_id = :tenant and storage_class in ('action', 'pulse') and correlation_id = :correlation
    and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
    and event_type is not null and (:type::text is null or event_type = :type or event_more = :type)
  order by created_dt, uid
  limit :limit) e
window page as (order by e.created_dt, e.uid)
order by e.created_dt, e.uid
