-- Attempts are numbered from 1; a lease and, while it is open, its subject agree on the number.
select a.euid as object, 'attempt_number ' || coalesce(a.attempt_number::text, 'unset')
  || ', subject has spent ' || coalesce(s.attempt_count::text, 'nothing') as found
from tapline.attempt a
left join tapline.subject s on s.tenant_id = a.tenant_id and s.uid = a.subject_uid
where a.tenant_id = :tenant
  and (coalesce(a.attempt_number, 0) < 1
    or a.status = 'ACTIVE' and s.uid is not null and a.attempt_number <> s.attempt_count + 1)
