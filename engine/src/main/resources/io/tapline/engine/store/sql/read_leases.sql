-- Leases that a request names, with their attempts. By primary key; the status is looked at afterwards, since a condition
-- on it would invite the partial index on live leases and a walk over its dead rows.
select l.uid as lease_uid, l.euid as lease_euid, l.subject_uid, l.worker_uid, l.queue_uid,
  l.json_addl ->> 'properties' as lease,
  r.uid as record_uid, r.euid as record_euid, r.json_addl ->> 'properties' as record
from unnest(:uids) as asked(uid)
cross join lateral (
  select * from tapline.instance_lease l
  where l.tenant_id = :tenant and l.uid between asked.uid and asked.uid
  order by l.uid limit 1) l
left join lateral (
  select * from tapline.instance_record r
  where r.tenant_id = l.tenant_id and r.lease_uid between l.uid and l.uid
  order by r.lease_uid limit 1) r on true
