-- Webhooks and the secrets of callbacks.

-- name: webhook_position
-- How far a webhook has heard the feed.
select (o.json_addl #>> '{properties,feed_key}')::bigint as feed_key, (o.json_addl #>> '{properties,feed_uid}')::bigint as feed_uid
from tapline.lineage_link k
join tapline.instance_registry o on o.tenant_id = k.tenant_id and o.uid = k.child_uid
where k.tenant_id = :tenant and k.parent_uid = :webhook and k.relationship = 'webhook_position'

-- name: webhook_move
-- Forward only: a server that lost the webhook to another, and does not know yet, takes nothing back.
update tapline.instance_registry o
set json_addl = :document::jsonb, modified_dt = tapline.clock()
where o.tenant_id = :tenant
  and o.uid = (select k.child_uid from tapline.lineage_link k
    where k.tenant_id = :tenant and k.parent_uid = :webhook and k.relationship = 'webhook_position')
  and ((o.json_addl #>> '{properties,feed_key}')::bigint, (o.json_addl #>> '{properties,feed_uid}')::bigint)
    < (:feed_key::bigint, :feed_uid::bigint)

-- name: webhook_letters
-- What a webhook would not take, by status, oldest first, a page at a time. Along its links, so that another's cost nothing.
select o.uid, o.euid, o.json_addl ->> 'properties' as properties
from tapline.lineage_link k
join tapline.instance_registry o on o.tenant_id = k.tenant_id and o.uid = k.child_uid
where k.tenant_id = :tenant and k.parent_uid = :webhook and k.relationship = 'webhook_dead_letter' and k.child_uid > :after
  and o.status = any(:statuses)
order by k.child_uid
limit :limit

-- name: callback_secret
-- The newest secret of a queue that has not been retired; by key, since the outside knows no EUID.
select s.json_addl #>> '{properties,sealed}' as sealed
from tapline.instance_registry q
cross join lateral (
  select k.child_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.parent_uid between q.uid and q.uid
    and k.relationship = 'execution_queue_callback_secret'
  order by k.parent_uid desc, k.relationship desc, k.child_uid desc
  limit 1) k
join tapline.instance_registry s on s.tenant_id = :tenant and s.uid = k.child_uid
where q.tenant_id = :tenant and q.template_uid = :template and q.object_key = :key
