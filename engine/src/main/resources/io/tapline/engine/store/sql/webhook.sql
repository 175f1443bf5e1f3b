-- Webhooks and the secrets of callbacks.

-- name: webhook_progress
-- The delivery state of webhooks.
select k.parent_uid as webhook, o.json_addl ->> 'properties' as properties
from tapline.lineage_link k
join tapline.instance_registry o on o.tenant_id = k.tenant_id and o.uid = k.child_uid
where k.tenant_id = :tenant and k.parent_uid = any(:webhooks) and k.relationship = 'webhook_position'

-- name: store_webhook_progress
-- The condition on the revision prevents an update by a server that lost the webhook to another one.
update tapline.instance_registry o
set json_addl = :document::jsonb, modified_dt = (select tapline.clock())
where o.tenant_id = :tenant
  and o.uid = (select k.child_uid from tapline.lineage_link k
    where k.tenant_id = :tenant and k.parent_uid = :webhook and k.relationship = 'webhook_position')
  and (o.json_addl #>> '{properties,revision}')::bigint = :revision::bigint - 1

-- name: count_webhooks
-- For the limit per tenant.
select count(*) as count from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and status = :status

-- name: webhook_letters
-- The dead letters of a webhook by status, oldest first, page by page. The read follows the links of the webhook, so the dead
-- letters of others cost nothing. Documents beyond the maximum number of bytes are not sent: the page ends before them.
select l.uid, l.euid, case when l.bytes_before < :bytes then l.properties end as properties
from (
  select o.*, coalesce(sum(octet_length(o.properties)) over (
    order by o.uid rows between unbounded preceding and 1 preceding), 0) as bytes_before
  from (
    select k.child_uid as uid, o.euid, o.json_addl ->> 'properties' as properties
    from tapline.lineage_link k
    join tapline.instance_registry o on o.tenant_id = k.tenant_id and o.uid = k.child_uid
    where k.tenant_id = :tenant and k.parent_uid = :webhook and k.relationship = 'webhook_dead_letter' and k.child_uid > :after
      and o.status = any(:statuses)
    order by k.child_uid
    limit :limit) o) l
order by l.uid

-- name: sealed_secrets
-- Read once at each start: webhooks that are not retired, and the newest callback secret of each queue that is not retired.
select o.uid, null::text as queue_key, o.json_addl #>> '{properties,sealed}' as sealed
from tapline.instance_registry o
where o.tenant_id = :tenant and o.template_uid = :webhook and o.status = :active
union all
select s.uid, q.object_key, s.json_addl #>> '{properties,sealed}'
from tapline.instance_registry q
cross join lateral (
  select max(k.child_uid) as uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.parent_uid = q.uid and k.relationship = 'execution_queue_callback_secret') k
join tapline.instance_registry s on s.tenant_id = :tenant and s.uid = k.uid
where q.tenant_id = :tenant and q.template_uid = :queue and q.object_key is not null

-- name: reseal_secret
-- Maintenance by the server that holds the keys: the secret is the same, so no action records it.
update tapline.instance_registry
set json_addl = jsonb_set(json_addl, '{properties,sealed}', to_jsonb(:sealed::text))
where tenant_id = :tenant and uid = :uid and json_addl #>> '{properties,sealed}' = :before

-- name: callback_secret
-- The newest secret of a queue that is not retired; by key, because external systems have no EUID.
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
