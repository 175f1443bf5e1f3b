-- feed_of.sql: the next entries about one object, in the order of the feed and no further than the feed goes.
-- The order is that of action_executed_on and pulse_executed_on, merged: a subject's few entries, however long the feed is.
select feed_key, uid, euid, action_key, executed_on_uid, json_addl -> 'properties' as properties, created_dt
from tapline.generic_instance
where tenant_id = ?
  and storage_class in ('action', 'pulse')
  and executed_on_uid = ?
  and (feed_key, uid) > (?, ?)
  and feed_key < tapline.feed_horizon()
order by feed_key, uid
limit ?
