-- Work that may be claimed says from when; without a time it would be in no queue, and nobody would know.
select s.euid as object, s.exec_state || ' with neither ready_at nor retry_at' as found
from tapline.instance_subject s
where s.tenant_id = :tenant and s.exec_state in ('READY', 'FAILED_RETRYABLE')
  and (s.visible_from is null
    or s.exec_state = 'READY' and s.ready_at is null)
