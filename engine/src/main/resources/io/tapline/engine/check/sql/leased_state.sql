-- A lease is held on work that waits or runs; held, terminal, external or unrouted work has none.
select s.euid as object, s.exec_state || ' under ACTIVE lease ' || l.euid as found
from tapline.instance_lease l
join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
where l.tenant_id = :tenant and l.status = 'ACTIVE'
  and s.exec_state not in ('READY', 'FAILED_RETRYABLE', 'RUNNING')
