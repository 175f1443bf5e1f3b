-- How far a webhook has heard the feed.
select (o.json_addl #>> '{properties,feed_key}')::bigint as feed_key, (o.json_addl #>> '{properties,feed_uid}')::bigint as feed_uid
from tapline.lineage_link k
join tapline.instance_registry o on o.tenant_id = k.tenant_id and o.uid = k.child_uid
where k.tenant_id = :tenant and k.parent_uid = :webhook and k.relationship = 'webhook_position'
