-- The same for one object: index action_executed_on backwards. BETWEEN and the order leave no other to choose: of a small table
-- the planner may think that the feed is as good.
select a.feed_key, a.uid, a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
from tapline.instance_action a
where a.tenant_id = :tenant and a.executed_on_uid between :object and :object and (a.feed_key, a.uid) < (:feed_key, :action_uid)
order by a.executed_on_uid desc, a.feed_key desc, a.uid desc
limit :limit
