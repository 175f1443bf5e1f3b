-- The flag is what visibility asks, the state is what people read: they say the same.
select s.euid as object, s.exec_state || ', terminal ' || coalesce(s.terminal::text, 'unset')
  as found
from tapline.instance_subject s
where s.tenant_id = :tenant
  and (s.exec_state in ('FAILED_TERMINAL', 'CANCELED', 'COMPLETED'))
    is distinct from coalesce(s.terminal, false)
