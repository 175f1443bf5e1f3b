-- External work past its deadline in a queue that asked for a retry.
select s.euid, s.external ->> 'external_ref' as external_ref,
  s.revision
from tapline.instance_subject s
where s.tenant_id = :tenant and s.parked_as = 'WAITING_EXTERNAL ' || :queue
  and (s.external ->> 'deadline_at') <= (select tapline.time_text(tapline.clock()))
limit :limit
