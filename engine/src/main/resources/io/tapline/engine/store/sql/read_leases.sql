-- Leases that a request names, with their attempts. By primary key; the status is looked at afterwards, since a condition
-- on it would invite the partial index on live leases and a walk over its dead rows.
select l.uid as lease_uid, l.euid as lease_euid, l.subject_uid, l.worker_uid, l.queue_uid,
  l.json_addl ->> 'properties' as lease,
  r.uid as record_uid, r.euid as record_euid, r.json_addl ->> 'properties' as record
from tapline.instance_lease l
left join tapline.instance_record r on r.tenant_id = l.tenant_id and r.lease_uid = l.uid
where l.tenant_id = :tenant and l.uid = any(:uids)
