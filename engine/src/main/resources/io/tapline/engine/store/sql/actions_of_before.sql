-- The same for one object: index action_executed_on backwards.
select a.feed_key, a.uid, a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
from tapline.instance_action a
where a.tenant_id = :tenant and a.executed_on_uid = :object and (a.feed_key, a.uid) < (:feed_key, :action_uid)
order by a.feed_key desc, a.uid desc
limit :limit
