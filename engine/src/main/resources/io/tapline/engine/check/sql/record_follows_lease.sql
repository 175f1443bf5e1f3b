-- Lease and record end in one transaction: a record is STARTED exactly while its lease is ACTIVE.
select r.euid as object, 'record ' || coalesce(r.status, 'without status') || ' under ' || coalesce(l.status, 'no')
  || ' lease ' || l.euid as found
from tapline.attempt_record r
join tapline.instance_lease l on l.tenant_id = r.tenant_id and l.uid = r.lease_uid
where r.tenant_id = :tenant and (r.status is not distinct from 'STARTED') <> (l.status is not distinct from 'ACTIVE')
