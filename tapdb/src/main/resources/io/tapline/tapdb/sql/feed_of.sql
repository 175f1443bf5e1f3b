-- feed_of.sql: the next entries about one object, in the order of the feed and no further than the feed goes.
-- The order is that of action_executed_on and pulse_executed_on, merged: a subject's few entries, however long the feed is.
-- "between" and the object at the head of the order, because only those two indexes give that order: asked for one object by "="
-- the planner took the order of the feed for as good, while it knew little of the table, and walked all of it.
select feed_key, uid, euid, action_key, executed_on_uid, json_addl -> 'properties' as properties, created_dt
from tapline.generic_instance
where tenant_id = ?
  and storage_class in ('action', 'pulse')
  and executed_on_uid between ? and ?
  and (feed_key, uid) > (?, ?)
  and feed_key < tapline.feed_horizon()
order by executed_on_uid, feed_key, uid
limit ?
