-- Registered objects of any kind: workers, queues, holds, tokens, webhooks.

-- name: read_registry
-- Registered objects by uid.
select uid, euid, template_uid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and uid = any(:uids)

-- name: lock_registered
-- The statement compares the EUID too: an EUID with another prefix names another object, even if its uid is the same.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and uid = :uid and template_uid = :template and euid = :euid
for no key update

-- name: lock_registry
-- Locks objects one by one in the order of :uids, which is by uid, as lock_subjects does.
select locked.uid
from unnest(:uids) as requested(uid)
cross join lateral (
  select o.uid from tapline.instance_registry o
  where o.tenant_id = :tenant and o.uid between requested.uid and requested.uid
  order by o.uid
  for no key update) locked

-- name: registered_list
-- Tokens or webhooks by status, oldest first, a page at a time.
select uid, euid, json_addl ->> 'properties' as properties
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and status = any(:statuses) and uid > :after
order by uid
limit :limit

-- name: update_registry
-- Each row finds its document by position, not by a join: a join's plan, made while the table was small, reads all rows of
-- the tenant and compares each with every uid.
update tapline.instance_registry o
set json_addl = ((:documents::text[])[array_position(:uids::bigint[], o.uid)])::jsonb,
  modified_dt = :now
where o.tenant_id = :tenant and o.uid = any(:uids)
