-- External work past its deadline in a queue that asked for a retry.
select s.euid, s.json_addl #>> '{properties,execution,external,external_ref}' as external_ref,
  s.json_addl #>> '{properties,execution,revision}' as revision
from tapline.instance_subject s
where s.tenant_id = :tenant and s.parked_as = 'WAITING_EXTERNAL ' || :queue
  and s.json_addl #>> '{properties,execution,external,deadline_at}' <= (select tapline.time_text(tapline.clock()))
limit :limit
