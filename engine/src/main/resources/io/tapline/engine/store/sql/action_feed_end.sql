-- The newest feed key of the trail: the last step of action_feed.
select a.feed_key
from tapline.instance_action a
where a.tenant_id = :tenant and a.feed_key is not null
order by a.feed_key desc, a.uid desc
limit 1
