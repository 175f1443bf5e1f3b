-- Live or lapsed; with what their subjects ask.
select l.uid, l.euid, l.subject_uid, l.expires_at, s.euid as subject_euid,
  s.json_addl #>> '{properties,execution,cancel_requested}' = 'true' as cancel_requested
from tapline.instance_lease l
join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
where l.tenant_id = :tenant and l.worker_uid = :worker and l.status = 'ACTIVE'
order by l.uid
