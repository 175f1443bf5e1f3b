-- events_between.sql: what happened, of whatever type, in the order of time, from a place on and no further than a place in the feed.
-- There is no index on the time alone, which every action would pay for. There are few types: a page of each is read by
-- events_of_type's index, and the pages are merged. So what is read depends on the page, never on how much ever happened.
select e.feed_key, e.uid, e.euid, e.action_key, e.executed_on_uid, e.properties, e.created_dt
from unnest(:types::text[]) as asked(type)
cross join lateral (
  select feed_key, uid, euid, action_key, executed_on_uid, json_addl -> 'properties' as properties, created_dt
  from tapline.generic_instance
  where tenant_id = :tenant and storage_class in ('action', 'pulse') and event_type = asked.type
    and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
  order by created_dt, uid
  limit :limit) e
order by e.created_dt, e.uid
limit :limit
