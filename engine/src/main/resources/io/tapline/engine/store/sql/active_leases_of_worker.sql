select s.lease_uid as uid, l.euid, s.uid as subject_uid, s.lease_expires_at as expires_at, s.euid as subject_euid,
  s.cancel_requested
from tapline.subject s
cross join lateral (
  select l.euid from tapline.instance_lease l
  where l.tenant_id = s.tenant_id and l.uid between s.lease_uid and s.lease_uid
  order by l.uid limit 1) l
where s.tenant_id = :tenant and s.lease_worker_uid = :worker and s.lease_uid is not null
order by s.lease_uid
