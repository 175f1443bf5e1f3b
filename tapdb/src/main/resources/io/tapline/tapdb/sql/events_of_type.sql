-- events_of_type.sql: what happened of one type, in the order of time, from a place on and no further than a place in the feed.
-- The order is that of action_event, pulse_event and action_event_more, merged; the limits end the merge after a page. What is behind
-- the place in the feed is newer than nearly all of it, so hardly any entry is met that is not shown (EventReadsTest).
select feed_key, uid, euid, action_key, executed_on_uid, properties, created_dt
from (
  (select feed_key, uid, euid, action_key, executed_on_uid, json_addl -> 'properties' as properties, created_dt
  from tapline.generic_instance
  where tenant_id = :tenant and storage_class in ('action', 'pulse') and event_type = :type
    and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
  order by created_dt, uid
  limit :limit)
  union all
  (select feed_key, uid, euid, action_key, executed_on_uid, json_addl -> 'properties' as properties, created_dt
  from tapline.instance_action
  where tenant_id = :tenant and event_more = :type
    and (created_dt, uid) > (:from, :after_uid) and created_dt < :to and (feed_key, uid) <= (:end_key, :end_uid)
  order by created_dt, uid
  limit :limit)) e
order by created_dt, uid
limit :limit
