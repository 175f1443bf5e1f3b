-- Whatever an EUID names, and the subject that it is about as far as its own row says. Heartbeats and renewals are left out: their
-- partitions are by time, and a uid would be looked for in each.
select i.euid, i.name, i.template_uid, i.storage_class,
  case i.storage_class when 'subject' then i.uid else i.subject_uid end as subject_uid, i.lease_uid,
  coalesce(i.json_addl #>> '{properties,worker_key}', i.json_addl #>> '{properties,queue_key}') as key
from tapline.generic_instance i
where i.tenant_id = :tenant and i.uid = :uid
  and i.storage_class in ('subject', 'lease', 'record', 'registry', 'action')
