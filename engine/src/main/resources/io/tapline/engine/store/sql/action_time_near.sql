-- The first action at or after a feed key, and when it was carried out: one step into action_feed.
select a.feed_key, a.created_dt
from tapline.instance_action a
where a.tenant_id = :tenant and a.feed_key >= :feed_key
order by a.feed_key, a.uid
limit 1
