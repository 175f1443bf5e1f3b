-- feed_end.sql: the newest entry that the feed shows. The indexes of feed_after.sql, read from their other end.
select feed_key, uid
from tapline.generic_instance
where tenant_id = ?
  and storage_class in ('action', 'pulse')
  and feed_key < tapline.feed_horizon()
order by feed_key desc, uid desc
limit 1
