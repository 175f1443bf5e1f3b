-- feed_after.sql: the next entries in commit order. Below the horizon every transaction has ended, so nothing can still appear
-- there: a transaction that begins later has a larger id, and no feed key is smaller than its transaction's (V5__feed.sql).
-- The order is that of action_feed and pulse_feed, merged; the limit ends the merge after a page (FeedTest reads the plan).
select feed_key, uid, euid, action_key, executed_on_uid, json_addl -> 'properties' as properties, created_dt
from tapline.generic_instance
where tenant_id = ?
  and storage_class in ('action', 'pulse')
  and (feed_key, uid) > (?, ?)
  and feed_key < tapline.feed_horizon()
order by feed_key, uid
limit ?
