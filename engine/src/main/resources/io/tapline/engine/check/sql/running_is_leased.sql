-- RUNNING without an ACTIVE lease can never lapse, so nobody would ever get it back.
select s.euid as object, 'RUNNING without an ACTIVE lease' as found
from tapline.instance_subject s
where s.tenant_id = :tenant and s.exec_state = 'RUNNING'
  and not exists (select 1 from tapline.instance_lease l
    where l.tenant_id = :tenant and l.subject_uid = s.uid and l.status = 'ACTIVE')
