-- A token or session that someone shows, with the token that a session was opened with. Kinds are compared by code, so that
-- the statement is the same for a tenant that does not exist: its templates would otherwise be looked for first.
select o.uid, o.euid, o.json_addl ->> 'properties' as properties, t.template_code,
  p.uid as token_uid, p.euid as token_euid, p.json_addl ->> 'properties' as token_properties,
  tapline.time_text(tapline.clock()) as now
from tapline.instance_registry o
join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
left join tapline.lineage_link k on k.tenant_id = o.tenant_id and k.child_uid = o.uid
  and k.relationship = 'access_token_session'
left join tapline.instance_registry p on p.tenant_id = k.tenant_id and p.uid = k.parent_uid
where o.tenant_id = :tenant and o.uid = :uid and o.euid = :euid and t.template_code in (:token, :session)
