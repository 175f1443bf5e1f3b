-- Attempts are numbered from 1; a lease, its record (if it says one) and, while it is open, its subject agree on the number.
select l.euid as object, 'attempt_number ' || coalesce(l.json_addl #>> '{properties,attempt_number}', 'unset')
  || ', record says ' || coalesce(r.json_addl #>> '{properties,attempt_number}', 'nothing')
  || ', subject has spent ' || coalesce(s.attempt_count::text, 'nothing') as found
from tapline.instance_lease l
left join tapline.instance_record r on r.tenant_id = l.tenant_id and r.lease_uid = l.uid
left join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
where l.tenant_id = :tenant
  and (coalesce((l.json_addl #>> '{properties,attempt_number}')::integer, 0) < 1
    or r.json_addl #>> '{properties,attempt_number}' <> l.json_addl #>> '{properties,attempt_number}'
    or l.status = 'ACTIVE' and s.uid is not null
      and (l.json_addl #>> '{properties,attempt_number}')::integer
        <> s.attempt_count + 1)
