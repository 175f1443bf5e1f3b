-- What stands at the other end of links: EUID and kind.
select i.uid, i.euid, t.template_code from tapline.generic_instance i
join tapline.generic_template t on t.tenant_id = i.tenant_id and t.uid = i.template_uid
where i.tenant_id = :tenant and i.uid = any(:uids)
  and i.storage_class in ('subject', 'lease', 'record', 'registry', 'action')
