-- What has ended says when, and what is open does not.
select l.euid as object, 'lease ' || l.status || ', released_at '
  || coalesce(l.released_at, 'unset') as found
from tapline.instance_lease l
where l.tenant_id = :tenant and (l.status = 'ACTIVE') = (l.released_at is not null)
union all
select r.euid, 'record ' || r.status || ', finished_at ' || coalesce(r.finished_at, 'unset')
from tapline.generic_instance r
where r.tenant_id = :tenant and r.storage_class = 'record' and r.status <> 'FINAL' and (r.status = 'STARTED') = (r.finished_at is not null)
