-- Principals, tokens and sessions.

-- name: principal_by_key
select uid from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key

-- name: principal_by_uid
-- One principal; the template keeps other registry objects out.
select euid, name, status, created_dt, json_addl #>> '{properties,principal_key}' as principal_key
from tapline.instance_registry
where tenant_id = :tenant and uid = :uid and template_uid = :template

-- name: credential_presented
-- A presented token or session, with the token that a session was opened with. Kinds are compared by code, so that the statement
-- is the same for an unknown tenant, whose templates would otherwise be read first.
select o.uid, o.euid, o.json_addl ->> 'properties' as properties, t.template_code,
  p.uid as token_uid, p.euid as token_euid, p.json_addl ->> 'properties' as token_properties,
  tapline.time_text(tapline.clock()) as now
from tapline.instance_registry o
join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
left join tapline.lineage_link k on k.tenant_id = o.tenant_id and k.child_uid = o.uid
  and k.relationship = 'access_token_session'
left join tapline.instance_registry p on p.tenant_id = k.tenant_id and p.uid = k.parent_uid
where o.tenant_id = :tenant and o.uid = :uid and o.euid = :euid and t.template_code in (:token, :session)

-- name: lock_sessions
-- All open sessions of one principal, in the common lock order.
select o.uid, o.euid, o.json_addl ->> 'properties' as properties
from tapline.instance_registry o
where o.tenant_id = :tenant and o.template_uid = :template and o.status = 'ACTIVE'
  and o.json_addl #>> '{properties,principal}' = :principal
order by o.uid
limit :limit
for no key update

-- name: sessions_open
-- Valid sessions, oldest first, page by page, of one principal or of all. Ended sessions do not stay ACTIVE for long
-- (sessions_over), so there are about as many as active users.
select o.uid, o.euid, o.json_addl ->> 'properties' as properties
from tapline.instance_registry o, (select tapline.time_text(tapline.clock()) as now) n
where o.tenant_id = :tenant and o.template_uid = :template and o.status = 'ACTIVE' and o.uid > :after
  and (:principal::text is null or o.json_addl #>> '{properties,principal}' = :principal)
  and not
--include session_over
order by o.uid
limit :limit

-- name: sessions_over
-- Sessions that have expired but are still ACTIVE.
select o.euid
from tapline.instance_registry o, (select tapline.time_text(tapline.clock()) as now) n
where o.tenant_id = :tenant and o.template_uid = :template and o.status = 'ACTIVE' and
--include session_over
order by o.uid
limit :limit

-- name: session_over
-- The session o has expired at the time n.now: by its end time or by lack of use.
(o.json_addl #>> '{properties,expires_at}' <= n.now
  or tapline.time_text((o.json_addl #>> '{properties,last_seen_at}')::timestamptz
    + make_interval(secs => (o.json_addl #>> '{properties,idle_seconds}')::double precision)) <= n.now)
