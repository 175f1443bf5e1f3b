-- What was done to an object, in revision order.
select a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
from tapline.instance_action a
where a.tenant_id = :tenant and a.executed_on_uid = :uid
order by a.feed_key, a.uid
limit :limit
