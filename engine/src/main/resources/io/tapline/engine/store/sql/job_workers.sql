-- Workers that can be given jobs' work, newest first: by their status, which leaves out the many that were retired.
select w.uid, w.euid, w.json_addl ->> 'properties' as properties, w.created_dt
from tapline.instance_registry w
where w.tenant_id = :tenant and w.template_uid = :template and w.status = any('{ONLINE,DRAINING,DISABLED}')
  and w.object_key >= :from_key and w.object_key < :until_key
order by w.uid desc
