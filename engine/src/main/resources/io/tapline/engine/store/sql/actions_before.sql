-- The action log from its newest end, so many at a time. Index action_feed backwards: the pages of a trail of millions cost
-- what they show. Heartbeats and renewals are not in it.
select a.feed_key, a.uid, a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
from tapline.instance_action a
where a.tenant_id = :tenant and (a.feed_key, a.uid) < (:feed_key, :action_uid)
order by a.feed_key desc, a.uid desc
limit :limit
