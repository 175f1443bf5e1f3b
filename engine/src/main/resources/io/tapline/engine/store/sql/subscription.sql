-- Subscriptions to events.

-- name: subscriptions_by_status
-- Subscriptions in one status, a page at a time.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and status = :status and uid > :after
order by uid
limit :limit

-- name: lock_subscription
select uid, euid, template_uid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and uid = :uid
for no key update

-- name: mark_subscription
-- Stores the position up to which the feed was read for a subscription. It is a hint, so the statement records no action. The position only
-- increases. A row that another transaction is changing is skipped: the next pass of any server repeats the write.
update tapline.instance_registry s
set json_addl = jsonb_set(s.json_addl, '{properties}', (s.json_addl -> 'properties') || jsonb_build_object(
    'read_key', :read_key::bigint, 'read_uid', :read_uid::bigint)
  || case when :error::text is null then '{}' else
    jsonb_build_object('last_error', :error::text, 'last_error_at', tapline.time_text((select tapline.clock()))) end),
  modified_dt = (select tapline.clock())
where s.tenant_id = :tenant and s.uid = any(array(
  select d.uid from tapline.instance_registry d
  where d.tenant_id = :tenant and d.uid = :uid and d.status = 'ACTIVE'
    and ((d.json_addl #>> '{properties,read_key}')::bigint, (d.json_addl #>> '{properties,read_uid}')::bigint)
      < (:read_key::bigint, :read_uid::bigint)
  for no key update skip locked))
