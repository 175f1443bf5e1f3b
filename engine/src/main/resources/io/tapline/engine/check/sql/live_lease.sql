-- A subject's row names its live lease, with the same terms, and no other: claims, sweeps and counts believe the row.
select s.euid as object, 'row under lease ' || coalesce(s.lease_uid::text, 'none') || ', ACTIVE is '
  || coalesce((select string_agg(l.euid, ', ') from tapline.instance_lease l
    where l.tenant_id = s.tenant_id and l.subject_uid = s.uid and l.status = 'ACTIVE'), 'none') as found
from tapline.subject s
where s.tenant_id = :tenant and case
  when s.lease_uid is null then (s.lease_worker_uid, s.lease_queue_uid, s.lease_expires_at) is distinct from (null, null, null)
    or exists (select 1 from tapline.instance_lease l
      where l.tenant_id = s.tenant_id and l.subject_uid = s.uid and l.status = 'ACTIVE')
  else not exists (select 1 from tapline.instance_lease l
    where l.tenant_id = s.tenant_id and l.uid = s.lease_uid and l.subject_uid = s.uid and l.status = 'ACTIVE'
      and l.worker_uid is not distinct from s.lease_worker_uid and l.queue_uid is not distinct from s.lease_queue_uid
      and l.expires_at is not distinct from s.lease_expires_at) end
